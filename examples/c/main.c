/* Muster from C: two bands change places, one of them is turned round half way, and the game goes back in time.
 *
 *   cargo rustc --release --lib --crate-type cdylib --no-default-features --features c-api
 *   cc examples/c/main.c -o bands -L target/release -lmuster -Wl,-rpath,target/release && ./bands
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "muster.h"

enum { BAND = 40 };

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, muster_error());
    return 1;
}

int main(void) {
    /* Errors are words, never a crash. */
    if (muster_open_level("{}", 2) != NULL || muster_add(NULL, 0, 0, 7, 60, 240, 0) != -1) {
        return failed("nonsense was taken for sense");
    }
    printf("refused: %s\n", muster_error());

    MusterGame *game = muster_open_map(60, 30, NULL, 2, false);
    if (game == NULL) return failed("open");
    uint32_t left[BAND], right[BAND];
    for (int i = 0; i < BAND; i++) {
        float y = 300.0f + (i % 10) * 20.0f, column = (i / 10) * 20.0f;
        int64_t a = muster_add(game, 200.0f + column, y, 7, 60, 240, 0);
        int64_t b = muster_add(game, 1500.0f + column, y, 7, 60, 240, 1);
        if (a < 0 || b < 0) return failed("add");
        left[i] = (uint32_t)a;
        right[i] = (uint32_t)b;
    }
    if (!muster_march(game, left, BAND, 1500, 390, 3) || !muster_march(game, right, BAND, 200, 390, 0)) {
        return failed("march");
    }
    if (!muster_step(game, 300)) return failed("step");

    /* Ten seconds in: save, go on, go back, go on again. Both futures are the same. */
    size_t bytes = muster_save(game, NULL, 0);
    uint8_t *saved = malloc(bytes);
    if (saved == NULL || muster_save(game, saved, bytes) != bytes) return failed("save");
    size_t arrivals = 0;
    for (int step = 0; step < 900; step++) {
        MusterEvent events[2 * BAND];
        if (!muster_step(game, 1)) return failed("step");
        size_t count = muster_events(game, events, 2 * BAND);
        for (size_t i = 0; i < count && i < 2 * BAND; i++) arrivals += events[i].kind == 1;
    }
    uint64_t first = muster_hash(game);
    if (!muster_restore(game, saved, bytes) || !muster_step(game, 900)) return failed("restore");
    if (muster_hash(game) != first) {
        fprintf(stderr, "the second future is another one\n");
        return 1;
    }
    free(saved);

    uint32_t units[2 * BAND];
    float places[4 * BAND];
    size_t count = muster_read(game, units, places, NULL, NULL, 2 * BAND);
    int across = 0;
    for (size_t i = 0; i < count; i++) {
        int is_left = units[i] % 2 == 0; /* they were added in turn */
        across += is_left ? places[2 * i] > 900 : places[2 * i] < 900;
    }
    printf("%zu units, %d across, %zu arrivals, hash %016" PRIx64 "\n", count, across, arrivals, first);
    muster_close(game);
    return across == 2 * BAND ? 0 : 1;
}
