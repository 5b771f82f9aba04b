"""The arrays that compiled players of Suspense are given, by what they are made of."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Shorts: TypeAlias = NDArray[np.int16]
Bytes: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.float64]
Floats: TypeAlias = NDArray[np.float32]
RandomState: TypeAlias = NDArray[np.uint64]
"""The one word of a random generator, see ``round_kernels.next_random``."""
