"""Parts of templates that are drawn again only where what they read differs.

``{% part %}…{% endpart %}`` in a template is a part. What it reads of the page is found in its
syntax: names that are not its own, as far as their attributes are named, in the macros that it
calls and the templates that it includes too. Where a seat's page gives equal values there at
another moment it would show the very same: so it is drawn once and kept, for each seat of each
table. A macro of an imported template reads its arguments and nothing else, and is kept alike, for
all.

What equals is told by :func:`key_of`: types are told apart, and a message counts by what it says in
the language that is spoken. What cannot be compared by its value is drawn anew.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import count, takewhile
from operator import attrgetter
from types import FunctionType
from typing import Any, Final, TypeAlias

from jinja2 import Environment, Template, TemplateAssertionError, Undefined, nodes
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.meta import find_undeclared_variables
from jinja2.parser import Parser
from jinja2.runtime import Macro
from markupsafe import Markup

from facedown.core.facts import Facts
from facedown.core.match import Choice, Choices
from facedown.core.messages import Message
from facedown.languages import current_language, spoken

MOST: Final = 1 << 25
"""Characters that are kept at most."""


class NotKept(Exception):
    """Something cannot be compared by its value."""


class Own(str):
    """A text of one browser alone: what it stands in is not kept."""

    __slots__ = ()


class Keys:
    """How many of a board's buttons have been given a key."""

    def __init__(self) -> None:
        self.given = 0


class _Itself:
    """Something that is the same only as itself."""

    __slots__ = ("what",)

    def __init__(self, what: object) -> None:
        self.what = what

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.what is self.what

    def __hash__(self) -> int:
        return id(self.what)


def key_of(value: object) -> object:
    """What equals the same of another value only where both are drawn alike in this language.

    Raises ``NotKept``.

    >>> key_of(True) == key_of(1), key_of([1, {"a": 2}]) == key_of([1, {"a": 2}])
    (False, True)
    """
    kind: Any = type(value)
    if kind is str or kind is int or value is None:
        return value
    make = _way(kind)
    if make is None:
        raise NotKept(kind)
    return make(value)


@cache
def _way(kind: Any) -> Callable[[Any], object] | None:
    """How values of a type become keys, None where they cannot."""
    if kind in _WAYS:
        return _WAYS[kind]
    if issubclass(kind, Message):
        return spoken
    if hasattr(kind, "_fields"):
        return lambda value: (kind, *map(key_of, value))
    if issubclass(kind, Undefined):
        return lambda _: kind
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or not parameters.frozen:
        return None
    names = [field.name for field in dataclasses.fields(kind)]
    if len(names) < 2:
        return lambda value: (kind, *[key_of(getattr(value, name)) for name in names])
    parts = attrgetter(*names)
    return _Records(lambda value: (kind, *map(key_of, parts(value))))


def _of_items(value: Iterable[object]) -> object:
    return type(value), *map(key_of, value)


def _of_set(value: Iterable[object]) -> object:
    return type(value), frozenset(map(key_of, value))


def _of_dict(value: Mapping[Any, object]) -> object:
    return dict, *map(key_of, value), *map(key_of, value.values())


def _of_function(value: Any) -> object:
    """A function of a module sees its arguments alone."""
    if inspect.unwrap(value).__closure__ is not None:
        raise NotKept(value)
    return _Itself(value)


def _of_partial(value: partial[Any]) -> object:
    return key_of(value.func), *map(key_of, value.args), key_of(value.keywords)


def _of_choice(choice: Choice) -> object:
    refused = choice.refused
    said = None if refused is None else (spoken(choice.refusal), refused.paragraph)
    return choice.action, key_of(choice.record), spoken(choice.words), said


def _of_choices(choices: Choices) -> object:
    """All that could be done is too much to compare; nothing is not."""
    if choices:
        raise NotKept(Choices)
    return Choices


def _of_text(value: object) -> object:
    return type(value), str(value)


_WAYS: Final[Mapping[object, Callable[[Any], object]]] = {
    **dict.fromkeys((bool, float, Markup), _of_text),
    **dict.fromkeys((tuple, list, type({}.values())), _of_items),
    **dict.fromkeys((set, frozenset), _of_set),
    dict: _of_dict,
    Facts: _Itself,
    FunctionType: _of_function,
    type(_way): _of_function,
    partial: _of_partial,
    Choice: _of_choice,
    Choices: _of_choices,
}


class _Records:
    """The keys of records, each worked out once: a frozen record stays what it is."""

    def __init__(self, make: Callable[[Any], object]) -> None:
        self._make = make
        self._known: dict[int, tuple[object, object, object]] = {}
        self._one: dict[object, object] = {}

    def __call__(self, value: object) -> object:
        """One key for all records that are drawn alike."""
        language = current_language()
        found = self._known.get(id(value))
        if found is not None and found[0] is value and found[1] is language:
            return found[2]
        if len(self._known) >= _MOST_RECORDS:
            self._known.clear()
            self._one.clear()
        key = language, self._make(value)
        try:
            hash(value)
        except TypeError:  # something in it may yet change
            return key
        one = self._one.setdefault(key, object())
        self._known[id(value)] = value, language, one
        return one


_MOST_RECORDS: Final = 1024
"""Records of a type whose keys are remembered."""


class KeptDrawing:
    """What was drawn last, by what it was drawn from; the oldest beyond ``MOST`` is forgotten."""

    def __init__(self) -> None:
        self._size = 0
        self._found: dict[object, tuple[str, int]] = {}

    def of(
        self, what: object, values: Iterable[object], draw: Callable[[], str], keys: Keys
    ) -> str:
        """What is drawn where something reads these values, with so many ``keys`` given before."""
        try:
            key = (what, current_language(), keys.given, *map(key_of, values))
            found = self._found.pop(key, None)
        except (NotKept, TypeError):  # or something in it cannot be told by a hash
            return draw()
        if found is None:
            before = keys.given
            html = draw()
            found = html, keys.given - before
            self._size += len(html)
        else:
            keys.given += found[1]
        self._found[key] = found
        while self._size > MOST:
            self._size -= len(self._found.pop(next(iter(self._found)))[0])
        return found[0]

    def forget(self) -> None:
        """Forgets everything."""
        self._found.clear()
        self._size = 0


DRAWN: Final = KeptDrawing()
"""What this process has drawn."""

_NONE: Final = Keys()
"""Where no button is given a key."""


class KeptMacro:
    """A macro that gives what it has drawn before, where it is called with the same values again.

    A macro of an imported template sees its arguments and the language, and nothing else.
    """

    def __init__(self, macro: Macro) -> None:
        self._macro = macro

    def __call__(self, *values: Any, **named: Any) -> str:
        """What the macro draws."""
        macro = self._macro
        if named:
            return DRAWN.of(
                (self, "named"), (values, named), lambda: macro(*values, **named), _NONE
            )
        return DRAWN.of(self, values, lambda: macro(*values), _NONE)


class KeptTemplate(Template):
    """A template whose macros, where it is imported, are kept."""

    def make_module(
        self,
        vars: Mapping[str, Any] | None = None,  # noqa: A002  # as Jinja calls it
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        """What is imported: with the context of a page it depends on more than its arguments."""
        module = super().make_module(dict(vars or {}), shared, locals)
        for name, made in list(module.__dict__.items()):
            if not vars and isinstance(made, Macro) and not made.caller:
                setattr(module, name, KeptMacro(made))
        return module


class KeptEnvironment(Environment):
    """Templates with parts; what they import is looked up once."""

    template_class = KeptTemplate

    def compile(self, source: Any, *how: Any, **more: Any) -> Any:
        """A template's code, from its text or its syntax."""
        if isinstance(source, str):
            source = _prepared(self, self.parse(source, *how[:2]))
        return super().compile(source, *how, **more)

    @cache  # noqa: B019  # few environments are made, and they stay
    def imported(self, name: str) -> TemplateModule:
        """What a template without context brings."""
        return self.get_template(name).module


class Parts(Extension):
    """The tag ``part``."""

    tags = {"part"}  # noqa: RUF012  # as Jinja has it

    def parse(self, parser: Parser) -> nodes.Node:
        """A part; what it reads is found when the template is whole."""
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        return nodes.CallBlock(self.call_method("drawn"), [], [], body).set_lineno(line)

    def drawn(
        self, part: int, keys: Keys | None, values: tuple[object, ...], caller: Callable[[], str]
    ) -> str:
        """What a part draws, drawn now unless it has been drawn from the same."""
        return DRAWN.of(part, values, caller, keys or _NONE)


# What a part reads

Path: TypeAlias = tuple[str, ...]
"""A name, and attributes of it, of each other; ``[name]`` for the item of that name's value."""

BOARD: Final[Mapping[str, tuple[Path, ...]]] = {
    "who": (("seats",), ("me",), ("you",)),
    "seat_head": (("seats",), ("me",), ("you",), ("view", "actors"), ("address",), ("end",)),
    "post": (("replay",), ("me",), ("told",)),
    "note": (("replay",), ("me",), ("address",)),
    "advance": (("replay",), ("me",)),
    "hinted": (("marks",),),
    "hint_words": (("marks",),),
    "form_of": (("csrf",), ("head",)),
    "next_mark": (),
}
"""What the functions of a board read, beside what they are given."""

_READER: Final[tuple[Path, ...]] = (("address",), ("me",), ("host",))
"""What every part counts by: whatever else is overlooked, nobody is shown another seat's."""

_FILTERS: Final[Mapping[str, Path]] = {"fill": ("names",)}
"""What filters read, beside what they are given."""

_NUMBERS: Final = count()


def _prepared(environment: KeptEnvironment, template: nodes.Template) -> nodes.Template:
    """A template's syntax, with what each of its parts reads."""
    reads = _Reads(environment, template)
    for part, bound in _parts_in(template, frozenset()):
        paths = sorted({*reads.of(part.body, bound), *_READER})
        part.call.args = [
            nodes.Const(next(_NUMBERS)),
            nodes.Name("keys", "load") if reads.posts else nodes.Const(None),
            nodes.Tuple([_read(path) for path in paths], "load"),
        ]
    for place, one in enumerate(template.body):
        if isinstance(one, nodes.Import) and not one.with_context:
            module = nodes.EnvironmentAttribute("imported")
            call = nodes.Call(module, [one.template], [], None, None)
            template.body[place] = nodes.Assign(nodes.Name(one.target, "store"), call)
            template.body[place].set_lineno(one.lineno, override=True)
    template.set_environment(environment)
    return template


def _parts_in(
    node: nodes.Node, bound: frozenset[str]
) -> Iterator[tuple[nodes.CallBlock, frozenset[str]]]:
    """The parts of a template, each with the names that what stands around it binds."""
    around = bound if isinstance(node, nodes.Template) else bound.union(_bound_in(node))
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.CallBlock) and _is_part(child):
            yield child, around
        yield from _parts_in(child, around)


def _is_part(block: nodes.CallBlock) -> bool:
    made = block.call.node
    return isinstance(made, nodes.ExtensionAttribute) and made.identifier == Parts.identifier


def _bound_in(node: nodes.Node) -> set[str]:
    return {one.name for one in node.find_all(nodes.Name) if one.ctx != "load"}


def _read(path: Path) -> nodes.Expr:
    read: nodes.Expr = nodes.Name(path[0], "load")
    for name in path[1:]:
        if name.startswith("["):
            read = nodes.Getitem(read, nodes.Name(name[1:-1], "load"), "load")
        else:
            read = nodes.Getattr(read, name, "load")
    return read


class _Reads:
    """What parts of one template read of the page."""

    def __init__(self, environment: KeptEnvironment, template: nodes.Template) -> None:
        self._environment = environment
        self._macros = {one.name: one for one in template.body if isinstance(one, nodes.Macro)}
        imports = (one for one in template.body if isinstance(one, nodes.Import))
        self._fixed = {one.target for one in imports if not one.with_context}
        self.posts = False

    def of(self, body: list[nodes.Node], bound: frozenset[str]) -> list[Path]:
        """The paths that a part reads, in their order; sets whether it gives buttons keys.

        Raises ``TemplateAssertionError`` where a macro reads a name that another thing has around
        the part.
        """
        self.posts = False
        paths: set[Path] = set()
        used: set[str] = set()
        self._find(nodes.Template(body), paths, used, bound, items=True)
        for name in used:
            called: set[Path] = set()
            self._find(nodes.Template([self._macros[name]]), called, set())
            hidden = bound.intersection(path[0] for path in called)
            if hidden:
                why = f"the macro {name} reads {hidden}, which is another thing here"
                raise TemplateAssertionError(why, body[0].lineno)
        return sorted(
            path for path in paths if not any(path[:end] in paths for end in range(1, len(path)))
        )

    def _find(
        self,
        tree: nodes.Template,
        paths: set[Path],
        used: set[str],
        around: frozenset[str] = frozenset(),
        *,
        items: bool = False,
    ) -> None:
        tree.set_environment(self._environment)
        # Whatever is bound around a part is a value there, however a macro or import is called.
        free = find_undeclared_variables(tree) - (self._fixed - around)
        free |= around & self._environment.globals.keys()
        given = free - _bound_in(tree) if items else set()
        for whole in _paths_in(tree):
            # An item by a name that means nothing outside can be anything of the whole.
            path = tuple(takewhile(lambda one: one[0] != "[" or one[1:-1] in given, whole))
            name = path[0]
            if name not in free:
                continue
            if name in around:
                paths.add(path)
            elif name in self._macros:
                if name not in used:
                    used.add(name)
                    self._find(nodes.Template([self._macros[name]]), paths, used)
            elif name in BOARD:
                self.posts = self.posts or name == "post"
                paths.update(BOARD[name])
            else:
                paths.add(path)
        filters = {one.name for one in tree.find_all(nodes.Filter)}
        paths.update(path for name, path in _FILTERS.items() if name in filters)
        for one in tree.find_all(nodes.Include):
            self._find(self._included(one), paths, used, around)

    def _included(self, node: nodes.Include) -> nodes.Template:
        loader = self._environment.loader
        assert loader is not None
        assert isinstance(node.template, nodes.Const)
        name = node.template.value
        return self._environment.parse(loader.get_source(self._environment, name)[0], name)


def _paths_in(node: nodes.Node) -> Iterator[Path]:
    """The names that are read, each with the attributes that are named; not those called."""
    if isinstance(node, nodes.Call):
        yield from _called(node)
        for child in node.iter_child_nodes(exclude=("node",)):
            yield from _paths_in(child)
        return
    path = _path(node)
    if path is not None:
        yield path
        yield from ((one[1:-1],) for one in path if one[0] == "[")
        return
    for child in node.iter_child_nodes():
        yield from _paths_in(child)


def _called(call: nodes.Call) -> Iterator[Path]:
    """What is read of what is called: a method's may be anything of its object."""
    path = _path(call.node)
    if path is None:
        yield from _paths_in(call.node)
    else:
        yield path[:-1] if len(path) > 1 else path
        yield from ((one[1:-1],) for one in path if one[0] == "[")


def _path(node: nodes.Node) -> Path | None:
    """A name with attributes, None for anything else."""
    if isinstance(node, nodes.Name):
        return (node.name,) if node.ctx == "load" else None
    if isinstance(node, nodes.Getattr):
        before = _path(node.node)
        return None if before is None else (*before, node.attr)
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Name):
        before = _path(node.node)
        return None if before is None else (*before, f"[{node.arg.name}]")
    return None
