package types

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The codes about meaning: errors first, warnings from RC0530, limits from RC0560.
var (
	unassignedData = diag.Register(diag.Info{
		Code: "RC0501", Severity: diag.Error,
		Summary: "a send guard reads data that the message does not carry",
		Explanation: "A send guard may read the data of its own message, which is what the same command assigns. Data it does not assign " +
			"has no value.",
		Example: `message-structure: M : bool, N : bool
agent A
  repeat: { true } * ! N (M := true) [] + { true } * ! true (N := true) []
agent B
  repeat: { M & N } * ? [] + { M } * ? [] + { N } * ? []
system = A(a, true) || B(b, true)`,
	})
	selfGet = diag.Register(diag.Info{
		Code: "RC0502", Severity: diag.Error,
		Summary:     "a get asks the agent itself",
		Explanation: "Getter and supplier of an exchange are two agents, so that such a get is never enabled.",
		Example: `agent A
  repeat: { true } GET@(myself) () [] + { true } SUPPLY@(myself) () []
system = A(a, true)`,
	})
	noRange = diag.Register(diag.Info{
		Code: "RC0503", Severity: diag.Error,
		Summary: "no range follows for a variable of type int",
		Explanation: "A variable declared `int` is accepted where finitely many values can reach it: from comparisons with constants in `init`, " +
			"and through the assignments and messages of the model, as far as comparisons in guards bound them. Otherwise give the range " +
			"in the declaration, bound the variable in `init` and in the guards of the commands that change it, or give a range for all " +
			"such variables (`--int LO..HI`).",
		Example: `agent A
  local: x : int
  init: x = 0
  repeat: { true } * ! (x = 0) () [x := x + 1]
system = A(a, true)`,
	})
	relabelRange = diag.Register(diag.Info{
		Code: "RC0504", Severity: diag.Error,
		Summary: "a relabelling can leave the range of its property identifier",
		Explanation: "The value that an agent gives a property identifier has to be a value of the identifier's type in every state the " +
			"agent can be in, as far as value flow can tell.",
		Example: `property-variables: p : 0..3
agent A
  local: x : 0..5
  relabel: p <- x
  repeat: { true } * ! p = 1 []
system = A(a, true)`,
	})
	noInitialState = diag.Register(diag.Info{
		Code: "RC0505", Severity: diag.Error,
		Summary: "the system has no initial state",
		Explanation: "No values of the agent's locals satisfy the `init` of its type together with the condition of the instance, so that " +
			"every property would hold for want of a computation.",
		Example: `agent A
  local: x : bool
  init: x
  repeat: { x } * ! true []
system = A(a, !x)`,
	})
	stateInObservation = diag.Register(diag.Info{
		Code: "RC0506", Severity: diag.Error,
		Summary: "an observation speaks about a state",
		Explanation: "The O of `<O> phi` is about the step alone: its sender, channel, data, predicate. Conditions on the state before the step " +
			"are joined from outside, those on the state after it are part of phi.",
		Example: `agent A
  local: x : bool
  repeat: { x } * ! true []
system = A(a, true)
SPEC F <<sender = a & a-x>> true`,
	})
	temporalCondition = diag.Register(diag.Info{
		Code: "RC0507", Severity: diag.Error,
		Summary: "a fairness condition has a temporal operator",
		Explanation: "`FAIRNESS e` says that e holds infinitely often, and `COMPASSION (p, q)` that q does if p does. The conditions themselves are " +
			"about one state and the step that leaves it: state atoms, labels, observations `<O> true`.",
		Example: `agent A
  local: x : bool
  repeat: { x } * ! true []
system = A(a, true)
FAIRNESS F a-x`,
	})
	bareGuard = diag.Register(diag.Info{
		Code: "RC0508", Severity: diag.Error,
		Summary: "a guard about property identifiers stands outside of exists and forall",
		Explanation: "In an observation a bare comparison of a property identifier means that every assignment satisfying the message's predicate " +
			"satisfies it. For a guard with several comparisons that would be ambiguous.",
		Example: `property-variables: p : bool, q : bool
guard g(x : bool, y : bool) := x | y;
agent A
  relabel: p <- true
           q <- false
  repeat: { true } * ! p [] + { true } * ! q []
system = A(a, true)
SPEC G [[g(@p, @q)]] true`,
	})
	pathInState = diag.Register(diag.Info{
		Code: "RC0509", Severity: diag.Error,
		Summary: "a formula about paths stands where one about states is needed",
		Explanation: "What agents know, what they are obliged to and what they can bring about is told of states. A temporal operator, an " +
			"observation or a label speaks of a path; `A f` and `E f` make a formula about states of it.",
		Example: `agent A
  local: x : bool
  repeat: { x } * ! true []
system = A(a, true)
SPEC G K(a, F a-x)`,
	})
	noGoal = diag.Register(diag.Info{
		Code: "RC0510", Severity: diag.Error,
		Summary:     "a formula is no goal of a strategy",
		Explanation: "Strategies have goals of four forms: `X f`, `F f`, `G f` and `f U g`, where f and g are about states.",
		Example: `agent A
  local: x : bool
  repeat: { x } * ! true []
system = A(a, true)
SPEC can({a}, a-x)`,
	})
	emptyGroup = diag.Register(diag.Info{
		Code: "RC0511", Severity: diag.Error,
		Summary:     "a group has no members",
		Explanation: "Knowledge and abilities are those of at least one agent.",
		Example: `agent A
  local: x : bool
  repeat: { x } * ! true []
system = A(a, true)
SPEC can({}, F a-x)`,
	})
	noStepBefore = diag.Register(diag.Info{
		Code: "RC0512", Severity: diag.Error,
		Summary: "a receive label is about a step that is not there",
		Explanation: "The label of a receive holds in the state that the step leads to. The paths that `A` and `E` speak of begin in a state, " +
			"however that was reached, so that there is no step before their first state. Under `X` or an observation there is one.",
		Example: `channels: c
agent A
  local: x : bool
  repeat: { x } c ! true [] + take: { x } c ? []
system = A(a, true) | A(b, true)
SPEC G E b-take`,
	})

	deafReceive = diag.Register(diag.Info{
		Code: "RC0530", Severity: diag.Warning,
		Summary: "no message can be received by a command",
		Explanation: "No send of another agent uses a channel of this receive, to which the agent is connected, with all the data that its guard " +
			"and updates mention and with values that satisfy the guard. For gets and supplies: no other agent has a counterpart.",
		Example: `enum channel { c, d }
agent A
  receive-guard: false
  repeat: { true } c ! true []
agent B
  receive-guard: chan = d
  repeat: { true } d ? []
system = A(a, true) || B(b, true)`,
	})
	neverAssigned = diag.Register(diag.Info{
		Code: "RC0531", Severity: diag.Warning,
		Summary:     "no command assigns a data variable",
		Explanation: "Commands that mention the variable are never enabled, and observations that mention it are false.",
		Example: `message-structure: M : bool, N : bool
agent A
  repeat: { true } * ! true (M := true) []
agent B
  repeat: { M } * ? []
system = A(a, true) || B(b, true)
SPEC F <<N>> true`,
	})
	unrelabelled = diag.Register(diag.Info{
		Code: "RC0532", Severity: diag.Warning,
		Summary: "a predicate needs a property identifier that an agent type does not relabel",
		Explanation: "For agents of that type every comparison with the identifier is false, so that a predicate which needs it never targets " +
			"them. Add `relabel: pv <- …` to the type if it should be able to receive.",
		Example: `property-variables: p : bool
agent A
  relabel: p <- true
  repeat: { true } * ! p []
agent B
  repeat: { true } * ? []
system = A(a, true) || B(b, true)`,
	})
	ignoredPredicate = diag.Register(diag.Info{
		Code: "RC0533", Severity: diag.Warning,
		Summary:     "a predicate beside a named locality is ignored",
		Explanation: "A get that names its supplier does not ask about properties (P004 section 3).",
		Example: `property-variables: p : bool
agent A
  relabel: p <- true
  repeat: <true> Get(p)@b [] + <true> Get(p)@any []
agent B
  relabel: p <- true
  repeat: <true> Supply@self () [] + <true> Supply@any () []
system = A(a, true) | B(b, true)`,
	})
	neverSupplier = diag.Register(diag.Info{
		Code: "RC0534", Severity: diag.Warning,
		Summary: "a supply names a location that is never its own agent",
		Explanation: "`SUPPLY@e` answers gets that name the supplier, when e is the supplier itself; here it is always another agent. Write " +
			"`SUPPLY@(myself)`.",
		Example: `agent A
  repeat: { true } SUPPLY@(b) () [] + { true } SUPPLY@(myself) () []
agent B
  repeat: { true } GET@(a) () []
system = A(a, true) || B(b, true)`,
	})
	controlNumber = diag.Register(diag.Info{
		Code: "RC0535", Severity: diag.Warning,
		Summary: "the published tool numbers control states differently",
		Explanation: "Here the k-th semicolon of an agent's text is control state k (P000 Definition 3). The published tool numbers the middle of " +
			"`A; B` before what is inside A, and groups `A; B; C` to the right in the classic dialect and to the left in the current one. A " +
			"property that was written for its numbers may mean another place.",
		Example: `agent A
  repeat: { true } * ! true []; { true } * ! true []; { true } * ! true []
system = A(a, true)
SPEC F a-automaton-state = 1`,
	})
	emptyQuantifier = diag.Register(diag.Info{
		Code: "RC0536", Severity: diag.Warning,
		Summary:     "a quantifier ranges over nothing",
		Explanation: "There is no instance of the types, or no number in the range: `forall` is true then and `exists` false.",
		Example: `agent A
  local: x : 0..3
  repeat: { x = 0 } * ! true []
system = A(a, true)
SPEC forall i : 1..0 . F a-x = i`,
	})
	noInstances = diag.Register(diag.Info{
		Code: "RC0537", Severity: diag.Warning,
		Summary:     "an agent type has no instances",
		Explanation: "The system does not compose any agent of the type; its text is checked and has no effect.",
		Example: `agent A
  repeat: { true } * ! true []
agent B
  repeat: { true } * ! true []
system = A(a, true)`,
	})

	expansionLimit = diag.Register(diag.Info{
		Code: "RC0560", Severity: diag.Error,
		Summary: "the model is too large when it is written out",
		Explanation: "Guards, replicated instances and quantifiers are written out before anything is checked. Nested quantifiers over n agents " +
			"multiply: restructure the property, or raise the limit.",
	})
	domainLimit = diag.Register(diag.Info{
		Code: "RC0561", Severity: diag.Error,
		Summary:     "an integer range is too large",
		Explanation: "Every value of a range is represented. Use a smaller range or an enum.",
		Example: `agent A
  local: x : 0..100000000
  repeat: { x = 0 } * ! true []
system = A(a, true)`,
	})
	replicaLimit = diag.Register(diag.Info{
		Code: "RC0562", Severity: diag.Error,
		Summary:     "a replicated name stands for too many names",
		Explanation: "Each member of a family is a name of its own.",
		Example: `enum channel { c[1..1000000] }
agent A
  repeat: { true } c1 ! true []
system = A(a, true)`,
	})
)
