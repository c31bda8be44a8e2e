package types

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The codes about types.
var (
	typeMismatch = diag.Register(diag.Info{
		Code: "RC0401", Severity: diag.Error,
		Summary: "a value of another type is needed",
		Explanation: "Guards, conditions and operands of `!`, `&`, `|`, `->` are truth values; arithmetic and `<` need numbers; a variable is " +
			"assigned values of its own kind; a channel is needed before `!` and `?`.",
		Example: `agent A
  local: x : 0..3
  repeat: { x } * ! true []
system = A(a, true)`,
	})
	neverEqual = diag.Register(diag.Info{
		Code: "RC0402", Severity: diag.Warning,
		Summary: "the two sides of a comparison have no value in common",
		Explanation: "`=` compares values of any types, but these two can never be equal, so that `=` is false and `!=` true. " +
			"Often a constant is misspelt or belongs to another enum.",
		Example: `enum colour { red, green }
enum size { small, large }
agent A
  local: x : colour
  repeat: { x = small | x = red } * ! true []
system = A(a, true)`,
	})
	outOfRange = diag.Register(diag.Info{
		Code: "RC0403", Severity: diag.Error,
		Summary: "a constant is not a value of the variable's type",
		Explanation: "The value that is assigned, or given to a parameter, is fixed and lies outside of the type. (A computed value may be " +
			"outside of its variable's range: then the command is not enabled.)",
		Example: `agent A
  local: x : 0..3
  repeat: { x = 0 } * ! true () [x := 4]
system = A(a, true)`,
	})
	emptyRange = diag.Register(diag.Info{
		Code: "RC0404", Severity: diag.Error,
		Summary:     "an integer range is empty",
		Explanation: "In `lo..hi` the lower bound comes first and both bounds belong to the range.",
		Example: `agent A
  local: x : 3..0
  repeat: { x = 0 } * ! true []
system = A(a, true)`,
	})
	unsupportedType = diag.Register(diag.Info{
		Code: "RC0405", Severity: diag.Error,
		Summary:     "the type has infinitely many values",
		Explanation: "Decision diagrams represent finite sets. Numbers need a range, such as `0..10`.",
		Example: `agent A
  local: x : real
  repeat: { x > 0 } * ! true []
system = A(a, true)`,
	})
	notConstant = diag.Register(diag.Info{
		Code: "RC0406", Severity: diag.Error,
		Summary: "a fixed number is needed",
		Explanation: "Bounds of ranges, sizes of families, indices and values of constants are computed before the model runs, from numbers, " +
			"constants and indices alone.",
		Example: `enum channel { c[1..3] }
agent A
  local: x : bool
  repeat: { x } c[x ? 1 : 2] ! true []
system = A(a, true)`,
	})
	argumentCount = diag.Register(diag.Info{
		Code: "RC0407", Severity: diag.Error,
		Summary:     "wrong number of arguments",
		Explanation: "A guard is given one argument for each of its parameters; `min` and `max` take two or more, `enabled` one label `k-l`.",
		Example: `guard g(x : bool) := x;
agent A
  repeat: { g(true, false) } * ! true []
system = A(a, true)`,
	})
	constantDivision = diag.Register(diag.Info{
		Code: "RC0408", Severity: diag.Error,
		Summary:     "a constant expression divides by zero",
		Explanation: "The divisor is always zero. (Where a divisor is zero only sometimes, the command is not enabled then.)",
		Example: `const N = 0;
agent A
  local: x : 0..3
  repeat: { x = (3 / N) } * ! true []
system = A(a, true)`,
	})
	numberTooLarge = diag.Register(diag.Info{
		Code: "RC0409", Severity: diag.Error,
		Summary:     "a number is too large",
		Explanation: "Numbers up to 1 099 511 627 776 can be computed with, far more than a variable can range over.",
		Example: `agent A
  local: x : 0..3
  repeat: { x < 10000000000000000 } * ! true []
system = A(a, true)`,
	})
	twoPredicates = diag.Register(diag.Info{
		Code: "RC0410", Severity: diag.Error,
		Summary:     "a get has two predicates",
		Explanation: "A get by predicate is written `Get(pi)@any` or `GET@(pi)`, not both.",
		Example: `property-variables: p : bool
agent A
  relabel: p <- true
  repeat: <true> Get(p)@(!p) [] + <true> Supply@any () []
system = A(a, true) | A(b, true)`,
	})
	supplyCondition = diag.Register(diag.Info{
		Code: "RC0411", Severity: diag.Error,
		Summary: "a supply has a condition instead of a locality",
		Explanation: "What may follow `SUPPLY@` is `any` (also written `TRUE`), `myself`, or an expression for a location. A condition on the " +
			"agent's state belongs into the command's guard; one on the getter into the guard too, on the data it gives.",
		Example: `agent A
  local: x : bool
  repeat: { true } SUPPLY@(x) () [] + { true } GET@(true) () []
system = A(a, true) || A(b, true)`,
	})
)
