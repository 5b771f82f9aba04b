"""The small kernels that all others use.

Sums and products of hashes overflow on purpose.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.layout import Ints

# Odd constants of the usual 64-bit mixers, as signed numbers.
MIX_1 = -4658895280553007687
MIX_2 = -7723592293110705685
MIX_3 = -7046029254386353131


@compiled
def copy_to(target: Ints, source: Ints, count: int) -> None:
    """Copy the first numbers; much quicker to compile than assigning slices."""
    for i in range(count):
        target[i] = source[i]


@compiled
def grow(array: Ints, rows: int) -> Ints:
    """A copy of a two-dimensional array with more rows."""
    larger = np.empty((rows, array.shape[1]), np.int64)
    for i in range(array.shape[0]):
        copy_to(larger[i], array[i], array.shape[1])
    return larger


@compiled
def mix(value: int) -> int:
    """Scramble 64 bits so that sums of scrambled values do not cancel by accident."""
    value = (value ^ ((value >> 30) & 0x3FFFFFFFF)) * MIX_1
    value = (value ^ ((value >> 27) & 0x1FFFFFFFFF)) * MIX_2
    return value ^ ((value >> 31) & 0x1FFFFFFFF)


@compiled
def count_bits(value: int) -> int:
    """How many of the 64 bits are set."""
    value = (value & 0x5555555555555555) + ((value >> 1) & 0x5555555555555555)
    value = (value & 0x3333333333333333) + ((value >> 2) & 0x3333333333333333)
    value = (value & 0x0F0F0F0F0F0F0F0F) + ((value >> 4) & 0x0F0F0F0F0F0F0F0F)
    return ((value * 0x0101010101010101) >> 56) & 0x7F
