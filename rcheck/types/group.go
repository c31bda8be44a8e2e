package types

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// groupUse says what a group is for.
type groupUse uint8

const (
	ofKnowers groupUse = iota
	ofPlayers          // of `can`
	declared
)

// group resolves agents in braces, the name of a group or of an agent type, `all`, or a single
// agent. The scheduler, whose number follows those of the agents, may be a player of `can`, and a
// member of a declared group. It returns nil after reporting what is wrong.
func (env *formulas) group(e ast.Expr, use groupUse) []int {
	c := env.c
	scheduler := len(c.System.Agents)
	out := []int{}
	bad := false
	add := func(e ast.Expr) {
		player := scheduler
		if x, ok := e.(*ast.Ident); !ok || use == ofKnowers || x.Name != "scheduler" || !env.isFree(x.Name) {
			in := env.agentNamed(e, inGroup, "")
			if in == nil || in.typ == nil {
				bad = true
				return
			}
			player = in.agent
		}
		if slices.Contains(out, player) {
			c.reportAt(repeatedMember, e, "`%s` is in the group already", c.shown(e)).Suggest("remove it, or write another agent")
		}
		out = append(out, player)
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Group:
		for _, m := range x.Members {
			add(m)
		}
	case *ast.Ident:
		g := c.groupNamed(x.Name)
		switch t := c.typeNamed[x.Name]; {
		case g != nil:
			c.used[g] = true
			c.refers(x, g.decl.Name.Pos())
			if use == ofKnowers && slices.Contains(g.Agents, scheduler) {
				c.reportAt(unknownName, x, "the group `%s` has the scheduler as a member, but the scheduler is not an agent", g.Name).
					Suggest("only `can` accepts the scheduler; declare a group without it, or list the agents in braces")
				return nil
			}
			out = append(out, g.Agents...)
		case !env.isFree(x.Name) || x.Name == "scheduler":
			add(x)
		case t != nil || x.Name == "all":
			if t != nil {
				c.refers(x, t.decl.Name.Pos())
			}
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
			d := c.reportAt(unknownName, x, "there is no group `%s`", x.Name)
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
		d := c.reportAt(emptyGroup, e, "the group `%s` has no members", c.shown(e))
		if use == ofPlayers {
			d.Suggest("write `A` for what always happens, and `E` for what can happen")
		} else {
			d.Suggest("list its agents, as in `{a, b}`, or name a type that has instances")
		}
		return nil
	}
	return out
}

// inGroup says that an agent is needed where the members of a group are listed.
const inGroup = "in a group"

// instead says what to write in place of the name of several agents, or of the scheduler, where one
// agent is needed; empty if it is none.
func (c *knowledge) instead(name, where string) string {
	g := c.groupNamed(name)
	switch {
	case name == "scheduler":
		return "only `can` accepts the scheduler"
	case where == inGroup && (name == "all" || c.typeNamed[name] != nil):
		return "leave out the braces: `" + name + "` is a group by itself"
	case where == inGroup && g != nil:
		var names []string
		for _, in := range c.instances {
			if in.typ != nil && slices.Contains(g.Agents, in.agent) {
				names = append(names, in.name)
			}
		}
		if slices.Contains(g.Agents, len(c.System.Agents)) {
			names = append(names, "scheduler")
		}
		return "`" + name + "` is a group; write its agents instead: `" + strings.Join(names, ", ") + "`"
	case g != nil || name == "all":
		return "`" + name + "` is a group; `GK(" + name + ", f)` says what each of its agents knows, `DK` what they know together, `GCK` what is common knowledge"
	}
	return ""
}

// groupNamed is the declared group of a name, or nil.
func (c *knowledge) groupNamed(name string) *Group {
	if i := slices.IndexFunc(c.Groups, func(g *Group) bool { return g.Name == name }); i >= 0 {
		return c.Groups[i]
	}
	return nil
}

// isFree reports whether a name is neither a quantified variable nor an agent.
func (env *site) isFree(name string) bool {
	v, ok := env.c.symbolOf[name]
	return env.binds.lookup(name) == nil && !(ok && env.c.locations[v] != nil)
}

// resolveGroups resolves the declarations of groups.
func (c *agents) resolveGroups() {
	for _, d := range c.file.Decls {
		d, ok := d.(*ast.GroupDecl)
		if !ok {
			continue
		}
		if other := c.groupNamed(d.Name.Name); other != nil {
			c.duplicate(d.Name, other.decl.Name, "the other one", "two groups are called `%s`", d.Name.Name)
			continue
		}
		if agents := c.formulas(placeState).group(d.Members, declared); agents != nil {
			c.Groups = append(c.Groups, &Group{d.Name.Name, agents, d})
		}
	}
}

// resolveView resolves what an agent sees of itself; nil for all.
func (c *agents) resolveView(in *instance) *recipe.View {
	if in.typ.decl.Observe == nil {
		return nil
	}
	v := &recipe.View{}
	for _, n := range in.typ.decl.Observe.Names {
		switch f := in.typ.localNamed[n.Name]; {
		case f != nil:
			c.used[f] = true
			c.refersToField(n, f)
			v.Vars = append(v.Vars, in.vars+f.index)
		case n.Name == "automaton-state":
			v.Control = true
		default:
			d := c.reportAt(unknownName, n, "agent type `%s` has no local variable `%s`", in.typ.name, n.Name)
			c.hint(d, func() string { return suggestOrList(n.Name, append(keys(in.typ.localNamed), "automaton-state")) })
		}
	}
	slices.Sort(v.Vars)
	v.Vars = slices.Compact(v.Vars)
	return v
}
