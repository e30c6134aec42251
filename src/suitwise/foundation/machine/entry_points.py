"""The Python function of an entry point, written in LLVM's language.

Machine code is called as a builtin function of Python, through its stable C interface, so it needs no
compiler, no NumPy and no other package, and a call costs a tenth of a microsecond. The function

* reads the arguments: numbers, tuples, and arrays by the buffer protocol, each checked to have the
  element type, the number of axes, the order and the alignment that the code was compiled for;
* releases the interpreter lock, runs the compiled rule, and takes the lock again;
* gives the arrays back and returns the result as a Python object.

If an argument is of another type, the function returns the first item of its own ``self``, and the
caller looks for other code (``entries.Entry``). The second item is the type ``float``, which a real
number has to have. If the rule raised an error, the function raises ``SystemError``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.machine.signatures import Array, Kind

_BUFFER_WORDS = 10
_ADDRESS, _, _, _ITEM_BYTES, _AXES, _FORMAT, _SHAPE, _STRIDES, _, _ = range(_BUFFER_WORDS)
"""Words of Python's ``Py_buffer``, whose layout is fixed since Python 3.11, on a little-endian machine
of 64 bits. The number of axes is the upper half of its word."""
_OWNER = 1
_WRITABLE, _WITH_FORMAT, _CONTIGUOUS, _STRIDED = 0x1, 0x4, 0x8, 0x18
"""What ``PyObject_GetBuffer`` is asked for."""
_LETTERS = {"i": "bhilq", "u": "BHILQ", "f": "fd", "b": "?"}
"""The formats of elements; their size is checked, too."""

INTERFACE = {
    "PyBool_FromLong": "pi",
    "PyBuffer_Release": "vp",
    "PyErr_BadInternalCall": "v",
    "PyErr_Clear": "v",
    "PyErr_Occurred": "p",
    "PyEval_RestoreThread": "vp",
    "PyEval_SaveThread": "p",
    "PyFloat_AsDouble": "dp",
    "PyFloat_FromDouble": "pd",
    "PyLong_AsLongLong": "ip",
    "PyLong_FromLongLong": "pi",
    "PyLong_FromUnsignedLongLong": "pi",
    "PyObject_GetBuffer": "wppw",
    "PyObject_IsInstance": "wpp",
    "PyTuple_GetItem": "ppi",
    "PyTuple_New": "pi",
    "PyTuple_SetItem": "wpip",
    "PyTuple_Size": "ip",
    "Py_BuildValue": "pp.",
    "Py_IncRef": "vp",
}
"""The functions of Python's stable interface that are used, with the types of result and arguments:
pointer, integer of 64 bits, word of 32 bits, double, void; a point for any more arguments."""


class EntryPoint:
    """The builtin function of one entry point for one signature.

    Args:
        module: LLVM's module, in which the function is written.
        symbol: its name.
        context: numba's target, which knows how values are held and compiled functions called.
    """

    def __init__(self, module: Any, symbol: str, context: Any) -> None:
        self._ir: Any = import_module("llvmlite.ir")
        self._module, self._context = module, context
        ir = self._ir
        self._word, self._half, self._byte = (ir.IntType(bits) for bits in (64, 32, 8))
        self._pointer, self._real = self._byte.as_pointer(), ir.DoubleType()
        pointers = self._pointer.as_pointer()
        kind = ir.FunctionType(self._pointer, [self._pointer, pointers, self._word])
        function = ir.Function(module, kind, symbol)
        self._self, self._arguments, self._count = function.args
        self._builder = ir.IRBuilder(function.append_basic_block())
        self._start = self._builder.block
        self._others = function.append_basic_block("other types")
        self._buffers: list[Any] = []

    def write(self, kinds: tuple[Kind, ...], compiled: Any) -> None:
        """Write the function.

        Args:
            kinds: the types of the arguments.
            compiled: the rule as numba has compiled it.
        """
        builder, signature = self._builder, compiled.signature
        self._require(builder.icmp_signed("==", self._count, self._number(len(kinds))))
        values = [
            self._read(kind, builder.load(builder.gep(self._arguments, [self._number(at)])), type_)
            for at, (kind, type_) in enumerate(zip(kinds, signature.args, strict=True))
        ]
        lock = self._call("PyEval_SaveThread")
        function = self._context.declare_function(self._module, compiled.fndesc)
        status, result = self._context.call_conv.call_function(
            builder, function, signature.return_type, signature.args, values
        )
        self._call("PyEval_RestoreThread", lock)
        self._release()
        with builder.if_then(status.is_error):
            self._call("PyErr_BadInternalCall")
            builder.ret(self._pointer(None))
        builder.ret(self._object(signature.return_type, result))
        self._write_others()

    def _write_others(self) -> None:
        """Return the object that says that an argument is of another type."""
        builder = self._builder
        builder.position_at_end(self._others)
        self._release()
        self._call("PyErr_Clear")
        answer = self._call("PyTuple_GetItem", self._self, self._number(0))
        self._call("Py_IncRef", answer)
        builder.ret(answer)

    def _release(self) -> None:
        for buffer in self._buffers:
            self._call("PyBuffer_Release", buffer)

    # --- Arguments --------------------------------------------------------------------------------

    def _read(self, kind: Kind, argument: Any, type_: Any) -> Any:
        """Return an argument as the compiled rule takes it."""
        if isinstance(kind, Array):
            return self._array(kind, argument, type_)
        if isinstance(kind, tuple):
            return self._tuple(kind, argument, type_)
        if kind == "f64":
            real = self._call("PyTuple_GetItem", self._self, self._number(1))
            is_real = self._call("PyObject_IsInstance", argument, real)
            self._require(self._builder.icmp_signed("==", is_real, self._half(1)))
            value = self._call("PyFloat_AsDouble", argument)
            failed = self._builder.fcmp_ordered("==", value, self._ir.Constant(self._real, -1.0))
        else:
            value = self._call("PyLong_AsLongLong", argument)
            failed = self._builder.icmp_signed("==", value, self._number(-1))
        with self._builder.if_then(failed, likely=False):
            self._require(self._is_null(self._call("PyErr_Occurred")))
        return value

    def _tuple(self, kinds: tuple[Kind, ...], argument: Any, type_: Any) -> Any:
        size = self._call("PyTuple_Size", argument)
        self._require(self._builder.icmp_signed("==", size, self._number(len(kinds))))
        parts = [
            self._read(kind, self._call("PyTuple_GetItem", argument, self._number(at)), part)
            for at, (kind, part) in enumerate(zip(kinds, type_.types, strict=True))
        ]
        return self._context.make_tuple(self._builder, type_, parts)

    def _array(self, kind: Array, argument: Any, type_: Any) -> Any:
        builder, item_bytes = self._builder, max(8, int(kind.element[1:])) // 8
        buffer = self._new_buffer()
        asked = _WITH_FORMAT | (_STRIDED if "s" in kind.marks else _CONTIGUOUS)
        asked |= 0 if "r" in kind.marks else _WRITABLE
        failed = self._call("PyObject_GetBuffer", argument, buffer, self._half(asked))
        self._require(builder.icmp_signed("==", failed, self._half(0)))
        axes = builder.lshr(self._load(buffer, _AXES), self._number(32))
        address = self._load(buffer, _ADDRESS)
        odd = builder.and_(address, self._number(item_bytes - 1))
        for found, wanted in (
            (axes, kind.axes),
            (self._load(buffer, _ITEM_BYTES), item_bytes),
            (odd, 0),
        ):
            self._require(builder.icmp_signed("==", found, self._number(wanted)))
        self._require_format(buffer, kind)
        shape = self._words_at(self._load(buffer, _SHAPE), kind.axes)
        if "s" in kind.marks:
            strides = self._words_at(self._load(buffer, _STRIDES), kind.axes)
        else:
            strides = [self._number(item_bytes)]
            for length in reversed(shape[1:]):
                strides.insert(0, builder.mul(strides[0], length))
        return self._filled(type_, address, shape, strides, item_bytes)

    def _filled(
        self, type_: Any, address: Any, shape: list[Any], strides: list[Any], item_bytes: int
    ) -> Any:
        """Return numba's form of an array."""
        builder, context = self._builder, self._context
        pack = import_module("numba.core.cgutils").pack_array
        array = context.make_array(type_)(context, builder)
        import_module("numba.np.arrayobj").populate_array(
            array,
            data=builder.inttoptr(address, context.get_data_type(type_.dtype).as_pointer()),
            shape=pack(builder, shape),
            strides=pack(builder, strides),
            itemsize=self._number(item_bytes),
            meminfo=None,
        )
        return array._getvalue()

    def _require_format(self, buffer: Any, kind: Array) -> None:
        builder = self._builder
        text = builder.inttoptr(self._load(buffer, _FORMAT), self._pointer)
        letter, end = (builder.load(builder.gep(text, [self._number(at)])) for at in (0, 1))
        found: Any = self._ir.Constant(self._ir.IntType(1), 0)
        for one in _LETTERS[kind.element[0]]:
            found = builder.or_(found, builder.icmp_signed("==", letter, self._byte(ord(one))))
        self._require(builder.and_(found, builder.icmp_signed("==", end, self._byte(0))))

    # --- Results ----------------------------------------------------------------------------------

    def _object(self, type_: Any, value: Any) -> Any:
        """Return a result as a new Python object.

        Raises:
            SuitwiseError: the rule returns something else than numbers and tuples of numbers.
        """
        types, builder = import_module("numba.core.types"), self._builder
        type_ = types.unliteral(type_)
        if isinstance(type_, types.NoneType):
            nothing = self._ir.Constant(self._ir.ArrayType(self._byte, 1), bytearray(1))
            text = builder.alloca(nothing.type)
            builder.store(nothing, text)
            return self._call("Py_BuildValue", builder.bitcast(text, self._pointer))
        if isinstance(type_, types.BaseTuple):
            parts = self._call("PyTuple_New", self._number(len(type_.types)))
            for at, part in enumerate(type_.types):
                one = self._object(part, builder.extract_value(value, at))
                self._call("PyTuple_SetItem", parts, self._number(at), one)
            return parts
        if isinstance(type_, types.Float):
            if type_.bitwidth < 64:
                value = builder.fpext(value, self._real)
            return self._call("PyFloat_FromDouble", value)
        if not isinstance(type_, (types.Boolean, types.Integer)):
            raise SuitwiseError(f"a rule returns numbers or tuples of numbers, not {type_}")
        is_signed = isinstance(type_, types.Integer) and type_.signed
        if value.type.width < 64:
            value = (builder.sext if is_signed else builder.zext)(value, self._word)
        if isinstance(type_, types.Boolean):
            return self._call("PyBool_FromLong", value)
        return self._call(
            "PyLong_FromLongLong" if is_signed else "PyLong_FromUnsignedLongLong", value
        )

    # --- LLVM -------------------------------------------------------------------------------------

    def _number(self, value: int) -> Any:
        return self._ir.Constant(self._word, value)

    def _is_null(self, pointer: Any) -> Any:
        return self._builder.icmp_unsigned("==", pointer, self._pointer(None))

    def _require(self, holds: Any) -> None:
        """Go on if a condition holds; otherwise an argument is of another type."""
        following = self._builder.append_basic_block()
        self._builder.cbranch(holds, following, self._others)
        self._builder.position_at_end(following)

    def _new_buffer(self) -> Any:
        """Make room for a buffer when the function begins; one without an owner may be released."""
        with self._builder.goto_block(self._start):
            kind = self._ir.ArrayType(self._word, _BUFFER_WORDS)
            buffer = self._builder.bitcast(self._builder.alloca(kind), self._pointer)
            self._builder.store(self._number(0), self._place(buffer, _OWNER))
        self._buffers.append(buffer)
        return buffer

    def _place(self, buffer: Any, word: int) -> Any:
        words = self._builder.bitcast(buffer, self._word.as_pointer())
        return self._builder.gep(words, [self._number(word)])

    def _load(self, buffer: Any, word: int) -> Any:
        return self._builder.load(self._place(buffer, word))

    def _words_at(self, address: Any, count: int) -> list[Any]:
        words = self._builder.inttoptr(address, self._word.as_pointer())
        places = (self._builder.gep(words, [self._number(at)]) for at in range(count))
        return [self._builder.load(place) for place in places]

    def _call(self, name: str, *arguments: Any) -> Any:
        """Call a function of Python's interface."""
        function = self._module.globals.get(name)
        if function is None:
            kinds = {"p": self._pointer, "i": self._word, "w": self._half, "d": self._real}
            kinds["v"] = self._ir.VoidType()
            result, *taken = (kinds[letter] for letter in INTERFACE[name].rstrip("."))
            kind = self._ir.FunctionType(result, taken, var_arg=INTERFACE[name].endswith("."))
            function = self._ir.Function(self._module, kind, name)
        return self._builder.call(function, arguments)
