package types

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// kindHint tells what to write instead of e, which is x, where a value of kind k is needed.
func (env *site) kindHint(e ast.Expr, x *recipe.Expr, k recipe.Kind) string {
	c, text := env.c, env.c.shown(e)
	switch {
	case k == recipe.Bool && x.Type.Kind == recipe.Int && isConst(x):
		return truthHint(x)
	case k == recipe.Int && isConst(x) && c.locations[x.Value] != nil && x.Type.Kind == recipe.Enum:
		return "an agent reads only its own variables; `" + text + "` can send its values in a message"
	case k != recipe.Bool || x.Type.Kind != recipe.Enum:
		return ""
	case env.place == placeReceiveGuard && x.Type == c.channel:
		return "write `" + c.channelName() + " = " + text + "`"
	case env.place.name == placeSendGuard.name && isConst(x):
		return env.targetHint(text, x)
	case env.place.name == placeObservation.name && isConst(x) && c.locations[x.Value] != nil:
		return "write `sender = " + text +
			"` for a step in which it sends; what it can bring about is `can({" + text + "}, F p)`"
	}
	return ""
}

// truthHint tells how a number for a truth value is written.
func truthHint(x *recipe.Expr) string {
	switch x.Value {
	case 0:
		return "write `false`"
	case 1:
		return "write `true`"
	}
	return "truth values are written `true` and `false`"
}

// truthComparison tells how a comparison of a truth value with 0 or 1 is written. The texts are
// those of x and y.
func truthComparison(xText, yText string, x, y *recipe.Expr) string {
	if y.Type.Kind == recipe.Bool {
		xText, x, y = yText, y, x
	}
	if x.Type.Kind != recipe.Bool || y.Type.Kind != recipe.Int || !isConst(y) {
		return ""
	}
	truth := "true"
	if y.Value == 0 {
		truth = "false"
	}
	return "write `" + xText + " = " + truth + "`"
}

// channelName is the word for the channel of a message.
func (c *knowledge) channelName() string {
	if c.file.Dialect == ast.Current {
		return "chan"
	}
	return "channel"
}

// targetHint tells what is meant by a constant that stands for a send guard: the data, or the
// receiver.
func (env *site) targetHint(text string, x *recipe.Expr) string {
	c := env.c
	if c.locations[x.Value] != nil {
		p := "kind"
		if len(c.props) > 0 {
			p = c.props[0].name
		}
		return "a send guard chooses receivers by their property identifiers, as in `" + p +
			" = …`, not by their names"
	}
	for _, d := range c.data {
		if d.typ != nil && d.typ.Kind == recipe.Enum && d.typ.Contains(x.Value) {
			return "data stand in parentheses behind the send guard: write `(true)(" + d.name + " := " +
				text + ")`"
		}
	}
	return "write `(true)` to send to everyone"
}

// ofAgent is what follows an agent in `k-x`.
var ofAgent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-\w+`) })

// unknownCallHint tells what is meant by the call of a guard that is not declared.
func (c *knowledge) unknownCallHint(e *ast.Call) string {
	name := e.Fun.Name
	argument := "k-l"
	if len(e.Args) > 0 {
		argument = c.shown(e.Args[len(e.Args)-1])
	}
	switch {
	case len(c.families[name]) > 0 && len(e.Args) == 1:
		after := c.Files.Text(token.Span{Start: e.End(), End: c.file.End()})
		suffix := ofAgent().FindString(after[:min(len(after), 80)])
		return "an index stands in brackets: write `" + name + "[" + argument + "]" + suffix + "`"
	case strings.HasPrefix(name, "WF"):
		return "weak fairness is a declaration: `FAIRNESS enabled(" + argument + ") -> " + argument + ";`"
	case strings.HasPrefix(name, "SF"):
		return "strong fairness is a declaration: `FAIRNESS …` or `COMPASSION (enabled(" + argument +
			"), " + argument + ");`"
	case name == "next":
		return "an update gives the next value: `x := …`; in a property write `X` before the condition"
	}
	return diag.DidYouMean(name, append(keys(c.guards), "min", "max"))
}

// updateHint tells how the data variable of an update is assigned, or what name is close.
func (c *knowledge) updateHint(a *ast.Assign, what string, named map[string]*field) string {
	if what == "local variable" && c.dataNamed[a.Name.Name] != nil {
		return "data are assigned in the parentheses before the updates: write `(" + a.Name.Name +
			" := " + c.shown(a.Value) + ")`"
	}
	return diag.DidYouMean(a.Name.Name, keys(named))
}

// systemHint is a system of one agent of each of the first types.
func (c *knowledge) systemHint() string {
	const most = 3
	bar := " | "
	if c.file.Dialect == ast.Current {
		bar = " || "
	}
	var parts []string
	for _, t := range c.types[:min(len(c.types), most)] {
		parts = append(parts, fmt.Sprintf("%s(%s1, true)", t.name, strings.ToLower(t.name)))
	}
	if len(parts) == 0 {
		parts = []string{"A(a, true)", "B(b, true)"}
	}
	return "write a line such as `system = " + strings.Join(parts, bar) + "`"
}

// stateHint tells how a condition on the state is joined to an observation.
func (env *site) stateHint(text string) string {
	open, closing, sign := "[[", "]]", "->"
	if o := env.observing; o != nil {
		if !o.Necessary {
			open, closing, sign = "<<", ">>", "&"
		}
		if o.Dialect == ast.Classic {
			open, closing = open[:1], closing[:1]
		}
	}
	o := open + "…" + closing + " p"
	return fmt.Sprintf("write `%s %s %s` for the state before the step, and `%s` for the state "+
		"after it", text, sign, o,
		strings.Replace(o, " p", " ("+text+" …)", 1))
}

// fixedHint tells how an expression without a fixed value is avoided.
func (env *site) fixedHint() string {
	if env.channel {
		return "use a local variable of type `channel`, which holds the channel: `local: to : channel`"
	}
	return ""
}
