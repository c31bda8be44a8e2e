"""The document that `rcheck-bdd check --json` and `contracts --json` write, as dataclasses.

A member that the document can leave out is None, an empty text, zero or an empty list. Members
that this version does not know are ignored: new members can come under the same schema.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import typing
from dataclasses import dataclass, field
from typing import IO, Any, Dict, Iterator, List, Optional, Union

SCHEMA = 1

Value = Union[bool, int, str]
State = Dict[str, Dict[str, Value]]


class SchemaError(ValueError):
    """The text is not a document of a schema that this package reads."""


class Verdict(str, enum.Enum):
    """What was decided about a property."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Tool:
    """The program that wrote a document."""

    name: str
    version: str


@dataclass(frozen=True)
class Settings:
    """The flags that changed how a model was read, and the verdicts that `--expect` names."""

    set: Dict[str, str] = field(default_factory=dict)
    int: str = ""
    reading: str = ""
    expect: Dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Related:
    """Another place that helps to understand a notice."""

    position: str
    message: str
    end: str = ""


@dataclass(frozen=True)
class Notice:
    """A warning or an error. Positions are FILE:LINE:COLUMN."""

    code: str
    message: str
    position: str = ""
    end: str = ""
    related: List[Related] = field(default_factory=list)
    property: int = 0
    denied: bool = False


@dataclass(frozen=True)
class Participant:
    """An agent that takes part in a step, with the data that it supplies."""

    agent: str
    label: str = ""
    position: str = ""
    data: Dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Message:
    """A step of a run. The kind is broadcast, multicast, p2p or stutter."""

    kind: str
    initiator: str = ""
    label: str = ""
    position: str = ""
    channel: str = ""
    locality: str = ""
    data: Dict[str, Value] = field(default_factory=dict)
    predicate: str = ""
    participants: List[Participant] = field(default_factory=list)


@dataclass(frozen=True)
class Dependence:
    """A step that a later one depends on: it changes something for an agent of the later one."""

    step: int
    agent: str
    because: str


@dataclass(frozen=True)
class Step:
    """A state, by agent and variable, and the message that leaves it."""

    state: State
    message: Optional[Message] = None
    depends_on: List[Dependence] = field(default_factory=list)


@dataclass(frozen=True)
class Mark:
    """What goes wrong at a step of a run."""

    step: int
    text: str


@dataclass(frozen=True)
class Trace:
    """A run. The message of the last step leads to the state of step `loop`, if there is one."""

    steps: List[Step]
    loop: Optional[int] = None
    bad_prefix: Optional[int] = None
    marks: List[Mark] = field(default_factory=list)

    def values(self, agent: str, variable: str) -> List[Value]:
        """The values of one variable, in the order of the steps."""
        return [step.state[agent][variable] for step in self.steps]


@dataclass(frozen=True)
class Act:
    """What an agent does in a step of an explanation, in words, and where its command is."""

    agent: str
    label: str
    text: str
    position: str = ""


@dataclass(frozen=True)
class RunMessage:
    """What each agent does in a step of an explanation."""

    kind: str
    data: Dict[str, str] = field(default_factory=dict)
    acts: List[Act] = field(default_factory=list)


@dataclass(frozen=True)
class RunStep:
    """A state of an explanation, and the step that leaves it."""

    state: Dict[str, Dict[str, str]]
    message: Optional[RunMessage] = None


@dataclass(frozen=True)
class RunGraph:
    """A run of an explanation. The loop is -1 if there is none."""

    steps: List[RunStep]
    loop: int = -1


@dataclass(frozen=True)
class Jump:
    """A state that the agents cannot tell from another one, with a run that reaches it."""

    agents: List[str]
    source: Dict[str, Dict[str, str]] = field(metadata={"member": "from"})
    to: Dict[str, Dict[str, str]]
    run: Optional[RunGraph] = None
    ideal: bool = False
    sees: Dict[str, Dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Rule:
    """An action of a strategy, and the condition under which the agent takes it."""

    when: str
    command: str
    of: str = ""


@dataclass(frozen=True)
class Explanation:
    """Why a formula about states holds in a state, or does not."""

    formula: str
    holds: bool
    state: Dict[str, Dict[str, str]]
    run: Optional[RunGraph] = None
    jumps: List[Jump] = field(default_factory=list)
    strategy: Optional[Dict[str, List[Rule]]] = None
    answer: Optional[Dict[str, List[Rule]]] = None
    reason: str = ""
    alike: str = ""
    parts: List[Explanation] = field(default_factory=list)


@dataclass(frozen=True)
class PropertyStats:
    """The work that one property took."""

    automaton_states: int = 0
    automaton_edges: int = 0
    acceptance_sets: int = 0
    strength: str = ""
    interactions: int = 0
    images: int = 0
    rounds: int = 0
    product_nodes: int = 0
    invariant_clauses: int = 0
    invariant_nodes: int = 0
    orbits: int = 0


@dataclass(frozen=True)
class PropertyCertificate:
    """What was compared with the interpreter about one property."""

    walks: int = 0
    lassos: int = 0
    unfair: int = 0
    prefixes: int = 0
    answers: int = 0
    repeated: bool = False
    reason: str = ""


@dataclass(frozen=True)
class CommandName:
    """A command of an agent; in ISPL an action, which has no position."""

    agent: str
    label: str = ""
    position: str = ""


@dataclass(frozen=True)
class FurtherRun:
    """Another run that violates a property, and the commands that it does without.

    The run of a formula about states is an explanation.
    """

    without: List[CommandName]
    trace: Optional[Trace] = None
    explanation: Optional[Explanation] = None


@dataclass(frozen=True)
class Further:
    """The runs that `--counterexamples` asks for, besides the first.

    If `complete` is true, any other violation uses all commands of one of the runs.
    """

    runs: List[FurtherRun] = field(default_factory=list)
    complete: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Result:
    """What was found about one property."""

    index: int
    name: str
    formula: str
    verdict: Verdict
    conjunct: int = 0
    position: str = ""
    end: str = ""
    expected: str = ""
    reason: str = ""
    states: str = ""
    initial_state: str = ""
    ability: str = ""
    explanation: Optional[Explanation] = None
    seconds: float = 0.0
    trace: Optional[Trace] = None
    further: Optional[Further] = None
    witness: Optional[Trace] = None
    stats: Optional[PropertyStats] = None
    certificate: Optional[PropertyCertificate] = None

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the expected one: `holds`, unless the model says another."""
        return self.verdict.value == (self.expected or Verdict.HOLDS.value)


@dataclass(frozen=True)
class ContractClaim:
    """A verdict about a contract: about some agents, or about all if the list is empty."""

    verdict: Verdict
    agents: List[str] = field(default_factory=list)
    reason: str = ""
    seconds: float = 0.0
    trace: Optional[Trace] = None


@dataclass(frozen=True)
class Contract:
    """What became of the contract of an agent type.

    `kept` says whether agents keep it in any environment. `follows` says whether what they assume
    follows from the guarantees of all agents.
    """

    type: str
    text: str
    position: str
    kept: List[ContractClaim]
    follows: ContractClaim
    all: List[str] = field(default_factory=list)


@dataclass(frozen=True)
class Duration:
    """The time of one part of the work."""

    seconds: float = 0.0


@dataclass(frozen=True)
class Stats:
    """Figures about a system. Numbers that can be large are texts of decimal digits."""

    reachable_states: str = ""
    deadlock_states: str = ""
    layers: int = 0
    interactions: int = 0
    variables: int = 0
    reachable_nodes: int = 0
    orbits: int = 0
    images: int = 0
    steps: int = 0
    peak_nodes: int = 0
    memory_bytes: int = 0
    engine: str = ""
    order: List[str] = field(default_factory=list)
    encode: Duration = Duration()
    reach: Duration = Duration()
    seconds: float = 0.0


@dataclass(frozen=True)
class Certificate:
    """What was compared with the interpreter about one model."""

    initial: int = 0
    states: int = 0
    successors: int = 0
    walks: int = 0
    steps: int = 0
    closed: bool = False
    answers: int = 0
    reason: str = ""


@dataclass(frozen=True)
class Run:
    """What was found about one model."""

    file: str
    results: List[Result]
    contracts: List[Contract] = field(default_factory=list)
    warnings: List[Notice] = field(default_factory=list)
    settings: Optional[Settings] = None
    reason: str = ""
    errors: List[Notice] = field(default_factory=list)
    stats: Optional[Stats] = None
    certificate: Optional[Certificate] = None

    def result(self, name: str) -> Result:
        """The result of the property of that name. Raises KeyError if there is none."""
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)


@dataclass(frozen=True)
class Document:
    """The results of one call of `rcheck-bdd check`, by model."""

    schema: int
    tool: Tool
    runs: List[Run]

    def results(self) -> Iterator[Result]:
        """The results of all models."""
        for run in self.runs:
            yield from run.results

    @property
    def ok(self) -> bool:
        """Whether no model has an error, contracts hold and properties have expected verdicts."""
        errors = any(run.errors for run in self.runs)
        claims = [x for run in self.runs for k in run.contracts for x in [*k.kept, k.follows]]
        kept = all(claim.verdict is Verdict.HOLDS for claim in claims)
        return not errors and kept and all(result.as_expected for result in self.results())


def loads(text: Union[str, bytes]) -> Document:
    """Reads a document. Raises SchemaError if the text is none, or has another schema."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise SchemaError(f"the text is not JSON: {error}") from error
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != SCHEMA:
        raise SchemaError(f"expected a document of schema {SCHEMA}, found schema {schema!r}")
    try:
        return _read(Document, data)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SchemaError(f"the document has not the form of schema {SCHEMA}: {error}") from error


def load(file: IO[Any]) -> Document:
    """Reads a document from an open file."""
    return loads(file.read())


def _read(kind: Any, data: Any) -> Any:
    """Makes a value of a type from what JSON has in its place."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Union and type(None) in arguments:
        return None if data is None else _read(arguments[0], data)
    if origin is list:
        return [_read(arguments[0], x) for x in data]
    if origin is dict:
        return {key: _read(arguments[1], x) for key, x in data.items()}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(data)
    if not dataclasses.is_dataclass(kind):
        return data
    hints = typing.get_type_hints(kind)
    members = {f.name: f.metadata.get("member", f.name) for f in dataclasses.fields(kind)}
    return kind(**{
        name: _read(hints[name], data[member]) for name, member in members.items() if member in data
    })
