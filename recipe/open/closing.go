package open

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Options say which environments are meant, and what properties observe.
type Options struct {
	// Receptive restricts the environments to those that block no multicast of the part and supply
	// every get.
	Receptive bool
	// Observed are the data variables that step propositions read, ascending.
	Observed []int
	// Assignments says that step propositions quantify over the assignments that satisfy a
	// predicate.
	Assignments bool
	// MaxCommands bounds the commands of the agents outside: 4096 if 0. MaxKinds bounds the
	// assignments of property identifiers that messages from outside tell apart: 8 if 0.
	MaxCommands, MaxKinds int
}

// A TooManyError says that the agents outside would have to tell too much apart.
type TooManyError struct {
	// What is "commands" or "assignments"; there are more than Most.
	What string
	Most int
}

// Error is a sentence without a full stop.
func (e *TooManyError) Error() string {
	if e.What == "commands" {
		return fmt.Sprintf("the messages from outside have more than %d combinations of a channel and data", e.Most)
	}
	return fmt.Sprintf("the property identifiers of the agents have more than %d combinations of values", e.Most)
}

// A closing is a part while agents are added to it.
type closing struct {
	Options
	sys       *recipe.System
	part, own int          // how many agents and commands the part has
	outside   *recipe.Expr // the added property identifier
	agent     recipe.Agent // that is being added
	silent    *recipe.Expr // whether it is
	chosen    *recipe.Expr // whether the predicate of its message holds
}

// commands are those of the part of a kind that satisfy a condition.
func (c *closing) commands(kind recipe.CommandKind, is func(*recipe.Command) bool) []*recipe.Command {
	var out []*recipe.Command
	for id := range c.own {
		if k := &c.sys.Commands[id]; k.Kind == kind && is(k) {
			out = append(out, k)
		}
	}
	return out
}

func every(*recipe.Command) bool       { return true }
func isNamed(k *recipe.Command) bool   { return k.Target != nil }
func isUnnamed(k *recipe.Command) bool { return k.Target == nil }

// full reports whether there are more commands outside than there may be.
func (c *closing) full() bool { return len(c.sys.Commands)-c.own > c.MaxCommands }
