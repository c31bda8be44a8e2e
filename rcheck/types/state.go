package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// agentOperators are the operators about agents, with the number of their operands.
var agentOperators = map[string]struct {
	op       ltol.StateOp
	operands int
}{
	"K": {ltol.StateKnows, 2}, "Kw": {ltol.StateKnows, 2}, "KO": {ltol.StateKnows, 3}, "O": {ltol.StateObliged, 2},
	"GK": {ltol.StateEveryone, 2}, "DK": {ltol.StateDistributed, 2}, "GCK": {ltol.StateCommon, 2}, "can": {ltol.StateCan, 2},
}

// isAgentOperator reports whether a call is an operator about agents: a guard of that name hides it.
func (c *checker) isAgentOperator(e *ast.Call) bool {
	_, ok := agentOperators[e.Fun.Name]
	return ok && c.guards[e.Fun.Name] == nil
}

// onPaths elaborates `A f` and `E f`.
func (env *scope) onPaths(e *ast.Unary) *Formula {
	if env.temporalCondition(e, e.Text) {
		return nil
	}
	f := operand(env.formula(e.X), e.X)
	if f == nil || !env.hasPast(f, e.Op.String()) {
		return nil
	}
	op := ltol.StateAll
	if e.Op == ast.Exists {
		op = ltol.StateExists
	}
	return &Formula{Modal: op, Args: []*Formula{f}, At: e}
}

// hasPast reports a receive label that is about the step before a path.
func (env *scope) hasPast(f *Formula, operator string) bool {
	switch {
	case f.Modal != ltol.StateTrue || f.Op == ltol.OpNext || f.Op == ltol.OpPossible || f.Op == ltol.OpNecessary:
		return true
	case f.Op == ltol.OpAtom && f.Kind == ltol.PastStep:
		env.c.reportAt(NoStepBefore, f.At, "`%s` is about the step before, and the paths that `%s` speaks of begin without one",
			f.Name, operator).Suggest("put it under `X` or an observation, as in `X " + f.Name + "`")
		return false
	}
	for _, a := range f.Args {
		if !env.hasPast(a, operator) {
			return false
		}
	}
	return true
}

// aboutAgents elaborates `K(k, f)` and the other operators about agents.
func (env *scope) aboutAgents(e *ast.Call) *Formula {
	c, name := env.c, e.Fun.Name
	if env.temporalCondition(e, name) {
		return nil
	}
	operator := agentOperators[name]
	if len(e.Args) != operator.operands {
		c.reportAt(ArgumentCount, e, "`%s` is used as `%s`", name, map[string]string{
			"K": "K(k, f)", "Kw": "Kw(k, f)", "KO": "KO(k, j, f)", "O": "O(k, f)", "can": "can(G, F f)",
		}[name]+map[bool]string{true: name + "(G, f)"}[operator.op > ltol.StateKnows && operator.op < ltol.StateObliged])
		return nil
	}
	last := e.Args[len(e.Args)-1]
	out := &Formula{Modal: operator.op, At: e}
	switch operator.op {
	case ltol.StateKnows, ltol.StateObliged:
		if in := env.agentNamed(e.Args[0], "as the first operand of `"+name+"`", ""); in != nil {
			out.Agents = []int{in.agent}
		}
	default:
		out.Agents = env.group(e.Args[0], operator.op == ltol.StateCan)
	}
	f := operand(env.formula(last), last)
	if f == nil || out.Agents == nil {
		return nil
	}
	if operator.op == ltol.StateCan {
		out.Args = []*Formula{f}
		if !env.isGoal(f, last) {
			return nil
		}
		return out
	}
	if !env.isAboutState(f, name) {
		return nil
	}
	switch name {
	case "KO":
		j := env.agentNamed(e.Args[1], "as the second operand of `KO`", "")
		if j == nil {
			return nil
		}
		f = &Formula{Op: ltol.OpImplies, Args: []*Formula{operand(condition(mkNot(j.redness())), e.Args[1]), f}}
	case "Kw":
		not := *out
		not.Args = []*Formula{{Op: ltol.OpNot, Args: []*Formula{f}}}
		out.Args = []*Formula{f}
		return &Formula{Op: ltol.OpOr, Args: []*Formula{out, &not}, At: e}
	}
	out.Args = []*Formula{f}
	return out
}

// isAboutState reports a formula about paths where one about states is needed.
func (env *scope) isAboutState(f *Formula, operator string) bool {
	part := f.aboutPath()
	if part == nil {
		return true
	}
	at := part.At
	for len(part.Args) > 0 && at == nil {
		part = part.Args[0]
		at = part.At
	}
	text := env.c.shown(at)
	switch {
	case part.Op == ltol.OpAtom && part.Kind == ltol.Step:
		env.c.reportAt(PathInState, at, "`%s` speaks of states, and `%s` is about a step", operator, text).
			Suggest("write `enabled(" + text + ")` for whether the step is possible, or `E " + text + "` for whether a path begins with it")
	case part.Op == ltol.OpAtom:
		env.c.reportAt(PathInState, at, "`%s` speaks of states, and `%s` is about the step before", operator, text).
			Suggest("record the step in a local variable and ask for that")
	default:
		env.c.reportAt(PathInState, at, "`%s` speaks of states, and `%s` is about a path", operator, text).
			Suggest("write `A` or `E` before it")
	}
	return false
}

// isGoal reports a goal of a coalition that is neither X f, F f, G f nor f U g over state formulas.
func (env *scope) isGoal(f *Formula, at ast.Expr) bool {
	switch f.Op {
	case ltol.OpNext, ltol.OpFinally, ltol.OpGlobally, ltol.OpUntil:
		for _, a := range f.Args {
			if !env.isAboutState(a, "can") {
				return false
			}
		}
		return true
	}
	env.c.reportAt(NoGoal, at, "`%s` is no goal that `can` knows: these are `X f`, `F f`, `G f` and `f U g`, where f and g are about states",
		env.c.shown(at))
	return false
}

// redness is the condition that an agent violates its norms.
func (in *instance) redness() *recipe.Expr {
	if in.red == nil {
		return recipe.FalseExpr
	}
	return in.red
}

// group resolves agents in braces, the name of a group or of an agent type, `all`, or a single agent. Among the players of `can` the
// scheduler, whose number follows those of the agents, may be one. It returns nil after reporting what is wrong.
func (env *scope) group(e ast.Expr, players bool) []int {
	c := env.c
	out := []int{}
	bad := false
	add := func(e ast.Expr) {
		if x, ok := e.(*ast.Ident); ok && players && x.Name == "scheduler" && env.isFree(x.Name) {
			out = append(out, len(c.System.Agents))
		} else if in := env.agentNamed(e, "in a group", ""); in != nil && in.typ != nil {
			out = append(out, in.agent)
		} else {
			bad = true
		}
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Group:
		for _, m := range x.Members {
			add(m)
		}
	case *ast.Ident:
		i := slices.IndexFunc(c.Groups, func(g *Group) bool { return g.Name == x.Name })
		switch t := c.typeNamed[x.Name]; {
		case i >= 0:
			c.used[c.Groups[i]] = true
			out = append(out, c.Groups[i].Agents...)
		case !env.isFree(x.Name) || x.Name == "scheduler":
			add(x)
		case t != nil || x.Name == "all":
			for _, in := range c.instances {
				if in.typ != nil && (t == nil || in.typ == t) {
					out = append(out, in.agent)
				}
			}
		default:
			names := []string{"all"}
			for _, g := range c.Groups {
				names = append(names, g.Name)
			}
			d := c.reportAt(UnknownName, x, "there is no group `%s`", x.Name)
			c.hint(d, func() string {
				if near := diag.DidYouMean(x.Name, append(names, append(env.agentNames(), keys(c.typeNamed)...)...)); near != "" {
					return near
				}
				return "declare it, as in `group " + x.Name + " = {a, b}`, or list the agents, as in `{a, b}`"
			})
			return nil
		}
	default:
		add(e)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	switch {
	case bad:
		return nil
	case len(out) == 0:
		c.reportAt(EmptyGroup, e, "the group `%s` has no members", c.shown(e))
		return nil
	}
	return out
}

// isFree reports whether a name is neither a quantified variable nor an agent.
func (env *scope) isFree(name string) bool {
	v, ok := env.c.symbolOf[name]
	return env.binds.lookup(name) == nil && !(ok && env.c.locations[v] != nil)
}

// resolveGroups resolves the declarations of groups.
func (c *checker) resolveGroups() {
	for _, d := range c.file.Decls {
		d, ok := d.(*ast.GroupDecl)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(c.Groups, func(g *Group) bool { return g.Name == d.Name.Name }); i >= 0 {
			c.rep.Relate(c.reportAt(DuplicateName, d.Name, "two groups are called `%s`", d.Name.Name), ast.Span(c.Groups[i].decl.Name), "the other one")
			continue
		}
		if agents := (&scope{c: c, place: placeState}).group(d.Members, false); agents != nil {
			c.Groups = append(c.Groups, &Group{d.Name.Name, agents, d})
		}
	}
}

// resolveView resolves what an agent sees of itself; nil for all.
func (c *checker) resolveView(in *instance) *View {
	if in.typ.decl.Observe == nil {
		return nil
	}
	v := &View{}
	for _, n := range in.typ.decl.Observe.Names {
		switch f := in.typ.localNamed[n.Name]; {
		case f != nil:
			c.used[f] = true
			v.Vars = append(v.Vars, in.vars+f.index)
		case n.Name == "automaton-state":
			v.Control = true
		default:
			d := c.reportAt(UnknownName, n, "agent type `%s` has no local variable `%s`", in.typ.name, n.Name)
			c.hint(d, func() string { return suggestOrList(n.Name, append(keys(in.typ.localNamed), "automaton-state")) })
		}
	}
	slices.Sort(v.Vars)
	v.Vars = slices.Compact(v.Vars)
	return v
}
