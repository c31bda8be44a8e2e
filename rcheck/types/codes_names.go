package types

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The codes about names. Exported are those that other packages report too or treat apart.
var (
	DuplicateName = diag.Register(diag.Info{
		Code: "RC0301", Severity: diag.Error,
		Summary: "a name is declared twice",
		Explanation: "Two declarations of one kind have the same name, or a command assigns a variable twice. Only constants of enums " +
			"may repeat, in different enums: constants of equal spelling are the same value.",
		Example: `agent A
  local: x : bool, x : bool
  repeat: { x } * ! true []
system = A(a, true)`,
	})
	unknownName = diag.Register(diag.Info{
		Code: "RC0302", Severity: diag.Error,
		Summary: "a name is not declared",
		Explanation: "Nothing that could be meant at this place has the name. In agents these are the parameters of the guard, the " +
			"agent's locals, data variables, property identifiers and constants; in properties they are qualified by their agent, " +
			"as in `client1-cLink`.",
		Example: `agent A
  local: flag : bool
  repeat: { flog } * ! true []
system = A(a, flag)`,
	})
	ShadowedName = diag.Register(diag.Info{
		Code: "RC0303", Severity: diag.Warning,
		Summary: "a name hides another one",
		Explanation: "Where both could be meant, a bare name is the guard's parameter rather than a local variable, the local rather " +
			"than a data variable, this rather than a property identifier, and any of them rather than a constant. The hidden " +
			"meaning cannot be written there, except that `@pv` is always the property identifier.",
		Example: `enum channel { c }
guard g(c : channel) := chan = c;
agent A
  receive-guard: g(*)
  repeat: { true } * ! true []
system = A(a, true)`,
	})
	misplaced = diag.Register(diag.Info{
		Code: "RC0304", Severity: diag.Error,
		Summary: "something cannot be used at this place",
		Explanation: "What an expression may read depends on where it stands: only receives, gets and supplies read data of a message, " +
			"only send guards, predicates of gets and observations read property identifiers, only properties have temporal operators.",
		Example: `message-structure: M : bool
agent A
  init: M
  repeat: { true } * ! true (M := true) []
agent B
  repeat: { M } * ? []
system = A(a, true) || B(b, true)`,
	})
	unusedName = diag.Register(diag.Info{
		Code: "RC0305", Severity: diag.Warning,
		Summary: "a declared name is never used",
		Explanation: "No command, guard, relabelling or property reads the variable, or nothing uses the guard, parameter or constant. " +
			"The declaration can be removed; an unused variable makes the model larger without changing a verdict.",
		Example: `agent A
  local: x : bool
  repeat: { true } * ! true () [x := true]
system = A(a, true)`,
	})
	badIndex = diag.Register(diag.Info{
		Code: "RC0306", Severity: diag.Error,
		Summary: "an index does not denote a declared name",
		Explanation: "`client[i]` is the name client1 for i = 1; that name has to be declared, one by one or as a family such as " +
			"`client[1..3]`. Indices are not negative.",
		Example: `enum channel { c[1..3] }
agent A
  repeat: { true } c[4] ! true []
system = A(a, true)`,
	})
	emptyFamily = diag.Register(diag.Info{
		Code: "RC0307", Severity: diag.Warning,
		Summary: "a replicated name stands for nothing",
		Explanation: "The range of the index is empty, so that no name is declared. This is allowed, because the bounds may come from " +
			"constants.",
		Example: `const N = 0;
agent A
  repeat: { true } * ! true []
system = A(a, true) || A(b[1..N], true)`,
	})
	unknownConstant = diag.Register(diag.Info{
		Code: "RC0308", Severity: diag.Error,
		Summary:     "a constant that was set is not declared",
		Explanation: "A value was given for a constant from outside, as by `--set N=8`, but the model has no `const N = …;`.",
	})
	cyclicDefinition = diag.Register(diag.Info{
		Code: "RC0309", Severity: diag.Error,
		Summary:     "a definition depends on itself",
		Explanation: "Constants and guards are written out where they are used, so that none can be used in its own definition.",
		Example: `guard g(x : bool) := g(!x);
agent A
  repeat: { g(true) } * ! true []
system = A(a, true)`,
	})
	noSystem = diag.Register(diag.Info{
		Code: "RC0310", Severity: diag.Error,
		Summary:     "the model composes no agents",
		Explanation: "A model needs a line `system = A(a, true) || …` with at least one instance of an agent type.",
		Example: `agent A
  repeat: { true } * ! true []`,
	})
	emptyEnum = diag.Register(diag.Info{
		Code: "RC0311", Severity: diag.Error,
		Summary:     "an enum has no constants",
		Explanation: "A type needs at least one value.",
		Example: `const N = 0;
enum colour { shade[1..N] }
agent A
  repeat: { true } * ! true []
system = A(a, true)`,
	})
	ambiguousWord = diag.Register(diag.Info{
		Code: "RC0312", Severity: diag.Warning,
		Summary: "a declared name is also a word of the language",
		Explanation: "In observations `sender`, `getter`, `supplier`, `initiator`, `producer` and `locality` are parts of the step. A model " +
			"that declares such a name can still use it as the right side of a comparison with another part, as in `sender = producer`.",
		Example: `agent A
  repeat: { true } * ! true []
system = A(producer, true)
SPEC G [[producer = producer]] true`,
	})
	ambiguousReading = diag.Register(diag.Info{
		Code: "RC0313", Severity: diag.Error,
		Summary: "a formula can be read in several ways",
		Explanation: "In `<O> phi` the brackets can be taken for comparisons. When names and types allow more than one way, the formula " +
			"has no meaning until parentheses decide.",
	})
)
