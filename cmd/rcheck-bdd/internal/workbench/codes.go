package workbench

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/joint"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// CheckerCodes documents what the checker warns about, as the front end documents its own codes, and the errors that are
// about no place in a source.
var CheckerCodes = []diag.Info{
	{
		Code: mc.CodeDeadlock, Severity: diag.Warning, Summary: "a reachable state has no step",
		Explanation: "From such a state nothing can happen any more; a run that gets there stays there for ever, with no message. " +
			"The warning tells for each command at hand why it cannot happen: the part of its guard that is false, the receivers " +
			"that block it, or that it waits for a message or a partner. If this is how the system is meant to end, the warning can " +
			"be ignored. The atom `deadlock` is true in exactly these states: `SPEC G !deadlock` asks for a run to one of them, and " +
			"`rcheck-bdd reach` shows a shortest one.",
	},
	{
		Code: mc.CodeUnfairDeadlock, Severity: diag.Warning, Summary: "fairness discards a reachable deadlock",
		Explanation: "Staying for ever in a deadlock does not satisfy the FAIRNESS and COMPASSION of the model, so that no property " +
			"speaks of the runs that end there: even `G !deadlock` may hold. Check the model without its fairness to see them.",
	},
	{
		Code: mc.CodeRangeFault, Severity: diag.Warning, Summary: "only a range or a zero divisor keeps a command from happening",
		Explanation: "In a reachable state everything a command asks for is given, but a value that it would assign is outside of " +
			"the type of the variable, or it divides by zero. The command is then not enabled, which is rarely meant: the " +
			"step is missing from the model. Widen the range, or put the condition into the guard.",
	},
	{
		Code: joint.CodeOverflow, Severity: diag.Warning, Summary: "a joint action of a model in ISPL leaves the range of a variable",
		Explanation: "In a reachable state the protocols allow a joint action under which every line of an evolution that applies assigns " +
			"a value outside of the range of its variable, or divides by zero. Such a joint action has no successor: it is missing from the " +
			"model, so that formulas may hold only because of that. Widen the range, or put the bound into the condition of the line.",
	},
	{
		Code: joint.CodeOverlap, Severity: diag.Warning, Summary: "lines of an evolution in ISPL apply together",
		Explanation: "In a reachable state, under a joint action that the protocols allow, two lines of an agent's evolution apply and say different " +
			"things. They do not happen one after the other, nor both: one of them is chosen, under SingleAssignment for each variable. If that " +
			"is not meant, make their conditions exclude each other.",
	},
	{
		Code: joint.CodeIdle, Severity: diag.Warning, Summary: "a line of a protocol in ISPL never applies",
		Explanation: "No reachable state satisfies the condition of the line. Either the model never needs it, or a condition or an evolution is " +
			"not what was meant.",
	},
	{
		Code: mc.CodeIdleCommand, Severity: diag.Warning, Summary: "a command that is never executed",
		Explanation: "No reachable step executes this command of this instance. Either the model never needs it there, or a " +
			"guard, a predicate or a channel is not what was meant.",
	},
	{
		Code: mc.CodeIdleState, Severity: diag.Warning, Summary: "a control state that is never reached",
		Explanation: "This instance never gets to the control state: nothing that its process does from there on ever happens.",
	},
	{
		Code: mc.CodeNoFairComputation, Severity: diag.Warning, Summary: "no computation is fair",
		Explanation: "The FAIRNESS and COMPASSION of the model cannot be met by any of its runs. Properties speak of fair runs " +
			"only, so that every property holds, and none says anything.",
	},
	{
		Code: mc.CodeValid, Severity: diag.Warning, Summary: "a property that holds of every system",
		Explanation: "The formula is true whatever its atoms mean, so that it says nothing about this model. `rcheck-bdd sat --valid` " +
			"asks this question of any formula.",
	},
	{
		Code: mc.CodeAntecedent, Severity: diag.Warning, Summary: "an implication whose left side is never true",
		Explanation: "The property holds, but a part a -> b of it does so only because a is true in no fair run. Perhaps a does not " +
			"say what was meant.",
	},
	{
		Code: mc.CodeObservation, Severity: diag.Warning, Summary: "a necessity about steps that never happen",
		Explanation: "The property holds, but a part [O] phi of it does so only because no step of a fair run satisfies O. Perhaps O " +
			"does not say what was meant.",
	},
	{
		Code: UnreadableCode, Severity: diag.Error, Summary: "a file cannot be read",
		Explanation: "The system refused to open or read the file, for the reason in the message. The other files are checked.",
	},
	{
		Code: SetupCode, Severity: diag.Error, Summary: "the model cannot be checked in the way that was asked for",
		Explanation: "A flag does not fit the model, such as an --order that names what the model does not have.",
	},
	{
		Code: InternalCode, Severity: diag.Error, Summary: "the checker contradicts itself",
		Explanation: "Every counterexample is replayed step by step in an independent interpreter, and the property is evaluated on " +
			"it, before it is shown. One of these checks failed, so that no answer is given. This is a fault of the program, not of " +
			"the model; please report it with the model and the command.",
	},
}

// The codes of errors that are about no place in a source.
const (
	UnreadableCode = "unreadable"
	InternalCode   = "internal"
	SetupCode      = "setup"
)

// Codes are the codes of the front end, then those of the checker.
func Codes() []diag.Info { return append(diag.All(), CheckerCodes...) }

// WarningCodes are the codes of all warnings.
func WarningCodes() []string {
	var out []string
	for _, info := range Codes() {
		if info.Severity == diag.Warning {
			out = append(out, string(info.Code))
		}
	}
	return out
}
