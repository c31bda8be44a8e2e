package trace

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// predicateText is the predicate of a step's message as far as the message leaves it open: a
// condition on property identifiers, once the sender's locals, the channel and the data are known.
// It is empty where there is none.
func predicateText(sys *recipe.System, step Step) string {
	command := &sys.Commands[step.Message.Command]
	if command.Predicate == nil || command.Target != nil {
		return ""
	}
	e, err := sys.Predicate(step.State, step.Message)
	if err != nil {
		return "" // a step of another system
	}
	text := sys.ExprString(e, command.Agent)
	if text == "false" && command.Kind == recipe.Get && sys.IsOpen() {
		return "agents outside"
	}
	return text
}
