"""Networks trained for the suite, as players by name: arrays in a file, played without PyTorch.

``masked_ppo(model=FILE)`` and ``masked_dqn(model=FILE)`` play the legal action of which the network
thinks most. Their names are known where ``research.trained_players`` is imported, as by ``suitwise arena
run --import suitwise.research.trained_players``. ``research.training`` writes such files.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise, starmap
from pathlib import Path
from typing import Any, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.writing import replacing
from suitwise.game import Chooser, Game
from suitwise.players.named import register_player

Layer: TypeAlias = "tuple[NDArray[np.float32], NDArray[np.float32]]"
"""The weights of a layer, float32 (inputs, outputs), and its biases, float32 (outputs,)."""
BENDS = ("tanh", "relu")
"""The activation functions that may stand between layers."""


@dataclass(frozen=True, eq=False)
class Network:
    """Layers with an activation function between them, whose outputs are how good each action is.

    Args:
        layers: the layers.
        bend: the activation function, one of ``BENDS``.

    >>> network = Network([(np.eye(2, dtype=np.float32), np.zeros(2, np.float32))], "relu")
    >>> network(np.array([[1, 3], [1, 3]]), np.array([[1, 1], [1, 0]])).tolist()
    [1, 0]
    """

    layers: Sequence[Layer]
    bend: str

    def __call__(self, seen: Any, mask: Any) -> NDArray[np.int64]:
        """Return the best legal action of each observation, or of a single one.

        Args:
            seen: the observations, (n, inputs), or one, (inputs,).
            mask: nonzero for each legal action, (n, actions) or (actions,).
        """
        values = np.asarray(seen, np.float32)
        for number, (weights, added) in enumerate(self.layers):
            if number:
                values = np.tanh(values) if self.bend == "tanh" else np.maximum(values, 0)
            values = values @ weights + added
        best: NDArray[np.int64] = np.where(mask, values, -np.inf).argmax(axis=-1)
        return best

    @property
    def size(self) -> tuple[int, int]:
        """The number of inputs, and of actions."""
        return len(self.layers[0][0]), len(self.layers[-1][1])

    def write(self, path: Path) -> None:
        """Write the network into a file, which is replaced as a whole."""
        arrays = {"bend": np.array(self.bend)}
        for number, (weights, added) in enumerate(self.layers):
            arrays |= {f"weights_{number}": weights, f"added_{number}": added}
        save: Any = np.savez
        with replacing(path) as file:
            save(file, **arrays)

    @classmethod
    def read(cls, path: Path) -> Network:
        """Read a network from its file.

        Raises:
            SuitwiseError: there is no such file, or no network in it.
        """
        if not path.is_file():
            raise SuitwiseError(f"there is no model {path}")
        content = BytesIO(path.read_bytes())
        refusal = SuitwiseError(f"{path} holds no network that was trained here")
        try:
            with np.load(content, allow_pickle=False) as arrays:
                count = len(arrays.files) // 2
                layers = [(arrays[f"weights_{n}"], arrays[f"added_{n}"]) for n in range(count)]
                bend = str(arrays["bend"])
        except _UNREADABLE:
            raise refusal from None
        if bend not in BENDS or not layers or not all(starmap(_is_layer, layers)):
            raise refusal
        if any(len(added) != len(weights) for (_, added), (weights, _) in pairwise(layers)):
            raise refusal
        return cls(layers, bend)


_UNREADABLE = ValueError, KeyError, TypeError, EOFError, NotImplementedError, zipfile.BadZipFile
"""What NumPy and ``zipfile`` raise at files that they did not write."""


def _is_layer(weights: NDArray[Any], added: NDArray[Any]) -> bool:
    """Tell whether two arrays of a file are the weights and the biases of a layer."""
    is_numbers = weights.dtype.kind == added.dtype.kind == "f"
    return is_numbers and weights.ndim == 2 and weights.shape[1:] == added.shape


@dataclass(frozen=True)
class Learnt:
    """Plays the legal action of which a network thinks most.

    Of Tractor it plays the cards; the rule-based player does all else.

    Args:
        model: the file of the network.

    >>> from suitwise.game import load
    >>> Learnt("nowhere.npz").seated(load("gin"), seed=1, stream=0)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: there is no model nowhere.npz
    """

    model: str = "model.npz"

    def files(self) -> list[str]:
        """Return the files on which the player's choices depend."""
        return [self.model]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat; it uses no random numbers.

        Raises:
            SuitwiseError: the file does not exist, holds no network, or one of another game.
        """
        path = Path(self.model)
        return _chooser(path, path.stat().st_mtime_ns if path.is_file() else 0, game)


@lru_cache(maxsize=8)
def _chooser(path: Path, _written: int, game: Game[Any]) -> Chooser:
    """Return the player of a file; a newer file has another time of writing and is read again."""
    from suitwise.envs.sight import chooser_of_shape

    network = Network.read(path)
    inputs, actions = network.size
    return chooser_of_shape(network, game, (inputs,), actions, str(path))


PLAYERS = {"ppo": "masked_ppo", "dqn": "masked_dqn"}
"""The name of the player that each method makes."""


def register() -> None:
    """Make the players known by name at the tasks that are learnt (``research.trained_players``)."""
    for name in PLAYERS.values():
        register_player(name, Learnt, "gin", "hearts", "rami", "texas42", "tractor")
