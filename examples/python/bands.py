"""Muster from Python, by ctypes alone: a level is run and read.

    cargo rustc --release --lib --crate-type cdylib --no-default-features --features c-api
    python3 examples/python/bands.py target/release/libmuster.so levels/canyon.json
"""

import ctypes
import sys


class Game:
    """A level that runs. Lengths are px, a step is 1/30 s."""

    def __init__(self, library, level):
        self.c = ctypes.CDLL(library)
        self.c.muster_error.restype = ctypes.c_char_p
        self.c.muster_open_level.restype = ctypes.c_void_p
        self.c.muster_open_level.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self.c.muster_step.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
        self.c.muster_step.restype = ctypes.c_bool
        self.c.muster_count.argtypes = [ctypes.c_void_p]
        self.c.muster_count.restype = ctypes.c_size_t
        self.c.muster_read.argtypes = [ctypes.c_void_p] * 5 + [ctypes.c_size_t]
        self.c.muster_read.restype = ctypes.c_size_t
        self.c.muster_hash.argtypes = [ctypes.c_void_p]
        self.c.muster_hash.restype = ctypes.c_uint64
        self.c.muster_close.argtypes = [ctypes.c_void_p]
        with open(level, "rb") as file:
            text = file.read()
        self.game = self.c.muster_open_level(text, len(text))
        if not self.game:
            raise ValueError(self.c.muster_error().decode())

    def step(self, steps=1):
        if not self.c.muster_step(self.game, steps):
            raise RuntimeError(self.c.muster_error().decode())

    def places(self):
        """Number of each unit, and its x and y."""
        count = self.c.muster_count(self.game)
        units, places = (ctypes.c_uint32 * count)(), (ctypes.c_float * (2 * count))()
        self.c.muster_read(self.game, units, places, None, None, count)
        return {units[i]: (places[2 * i], places[2 * i + 1]) for i in range(count)}

    def hash(self):
        return self.c.muster_hash(self.game)

    def close(self):
        self.c.muster_close(self.game)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    game = Game(sys.argv[1], sys.argv[2])
    for second in range(1, 11):
        game.step(30)
        x, y = game.places()[0]
        print(f"after {second:2} s unit 0 is at {x:6.1f}, {y:6.1f}")
    print(f"state hash {game.hash():016x}")
    game.close()
    try:
        Game(sys.argv[1], __file__)
    except ValueError as error:
        print(f"refused: {error}")
    else:
        sys.exit("a Python file was taken for a level")


if __name__ == "__main__":
    main()
