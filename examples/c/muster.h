/* Muster for C, made of src/c_api.rs: lengths px (a tile is 30), speeds px/s, a step is 1/30 s.
   MUSTER_MAKE=1 cargo test --test commands c_header makes it anew. */

#ifndef MUSTER_H
#define MUSTER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * A game.
 */
typedef struct MusterGame MusterGame;

/**
 * What happened to a unit in the last step.
 */
typedef struct MusterEvent {
  /**
   * 1: it came to rest at its destination; 2: it stopped short; 3: it took the place where it stands for
   * its post; 4: it found no way and goes to the nearest place that it can reach.
   */
  uint32_t kind;
  /**
   * Which unit.
   */
  uint32_t unit;
} MusterEvent;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What went wrong last in this thread, UTF-8; valid until the next call. Empty if nothing has.
 */
const char *muster_error(void);

/**
 * A game of a level, JSON as level files have it. NULL where it is not sound: then the error names all that
 * is wrong.
 */
struct MusterGame *muster_open_level(const char *json,
                                     uintptr_t bytes);

/**
 * A game on a map of columns x rows tiles, `blocked` row by row (0 is free), NULL for open ground; `teams`
 * teams are friends, or all enemies of each other. NULL where sizes make no sense.
 */
struct MusterGame *muster_open_map(uint32_t columns,
                                   uint32_t rows,
                                   const uint8_t *blocked,
                                   uint32_t teams,
                                   bool are_enemies);

/**
 * Ends a game. NULL is nothing to end.
 */
void muster_close(struct MusterGame *game);

/**
 * Puts a disc that walks on the map. Its number, or -1 where it does not fit.
 */
int64_t muster_add(struct MusterGame *to,
                   float x,
                   float y,
                   float radius,
                   float speed,
                   float acceleration,
                   uint16_t team);

/**
 * Takes a unit off the map; nothing happens if it is not there.
 */
bool muster_remove(struct MusterGame *from, uint32_t unit);

/**
 * Sends units to a place, each on its own. Units that are not there are passed over.
 */
bool muster_send(struct MusterGame *to, const uint32_t *units, uintptr_t count, float x, float y);

/**
 * Sends units to a place as a group with slots of its own. Formation: 0 none, 1 line, 2 column, 3 box, 4
 * wedge, 5 circle, 6 as they stand.
 */
bool muster_march(struct MusterGame *to,
                  const uint32_t *units,
                  uintptr_t count,
                  float x,
                  float y,
                  uint32_t formation);

/**
 * Lets a unit walk a way of yours: `count` places, x and y in turn.
 */
bool muster_walk(struct MusterGame *to, uint32_t unit, const float *way, uintptr_t count);

/**
 * Units drop everything and stand.
 */
bool muster_stop(struct MusterGame *to, const uint32_t *units, uintptr_t count);

/**
 * Units stand, and nobody pushes them.
 */
bool muster_hold(struct MusterGame *to, const uint32_t *units, uintptr_t count);

/**
 * Blocks a tile or frees it; one on which somebody stands is blocked as soon as it is left.
 */
bool muster_block(struct MusterGame *on, int32_t column, int32_t row, bool blocked);

/**
 * Lets time pass.
 */
bool muster_step(struct MusterGame *of, uint32_t steps);

/**
 * How many units there are.
 */
uintptr_t muster_count(struct MusterGame *of);

/**
 * Reads the first `room` units, by number: their numbers, places and velocities (x and y in turn) and states
 * (0 idle, 1 waits for a path, 2 moves, 3 passes a waypoint, 4 has arrived, 5 holds, 6 follows, 7 fights).
 * Lists may be NULL. How many there are.
 */
uintptr_t muster_read(struct MusterGame *of,
                      uint32_t *units,
                      float *places,
                      float *velocities,
                      uint8_t *states,
                      uintptr_t room);

/**
 * Reads the first `room` events of the last step. How many there are.
 */
uintptr_t muster_events(struct MusterGame *of, struct MusterEvent *events, uintptr_t room);

/**
 * Of every unit's place and state: equal for equal inputs, on every machine.
 */
uint64_t muster_hash(struct MusterGame *of);

/**
 * Writes the state to `bytes` if it fits into `room`. How many bytes it is, 0 on failure.
 */
uintptr_t muster_save(struct MusterGame *of, uint8_t *bytes, uintptr_t room);

/**
 * Goes back, or on, to a state that was saved. Where the bytes are none, nothing changes.
 */
bool muster_restore(struct MusterGame *of, const uint8_t *bytes, uintptr_t count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MUSTER_H */
