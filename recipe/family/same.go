package family

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A spelling writes expressions of a system so that equal texts mean the same at all sizes of a
// family: an agent of a class by its rank among those that are given, a single by its place among
// the singles, a symbol by the agent that it is private to.
type spelling struct {
	*Family
	rank map[int]int // of agents of classes
}

// Key writes an expression. Ranks gives numbers to the agents of classes that the expression is
// about ([Family.Members]). Two expressions of systems of one family have one key only if they say
// the same of agents that have the same class and rank.
func (f *Family) Key(e *recipe.Expr, ranks map[int]int) string {
	return (&spelling{f, ranks}).expr(e)
}

func (s *spelling) agent(a int) string {
	if c := s.classOf[a]; c >= 0 {
		rank, known := s.rank[a]
		if !known {
			return "c" + strconv.Itoa(c) + "." + s.System.Agents[a].Name
		}
		return "c" + strconv.Itoa(c) + "#" + strconv.Itoa(rank)
	}
	return "s" + strconv.Itoa(slices.Index(s.Singles, a))
}

func (s *spelling) symbol(v recipe.Value) string {
	if v < 0 {
		return "any"
	}
	if a := s.owner[v]; a >= 0 {
		return s.agent(a) + "/" + strconv.Itoa(s.slot[v])
	}
	return strconv.Quote(s.System.Symbols[v])
}

func (s *spelling) expr(e *recipe.Expr) string {
	if e == nil {
		return "-"
	}
	sys := s.System
	var head string
	switch e.Op {
	case recipe.OpConst:
		head = strconv.Itoa(int(e.Type.Kind)) + ":" + strconv.Itoa(int(e.Value))
		if e.Type.Kind == recipe.Enum {
			head = s.symbol(e.Value)
		}
	case recipe.OpLocal:
		a := sys.Vars[e.Index].Agent
		head = s.agent(a) + "." + strconv.Itoa(e.Index-sys.Agents[a].Vars.Start)
	case recipe.OpControl:
		head = s.agent(e.Index)
	case recipe.OpExecuted, recipe.OpEnabled:
		var ids []string
		for _, id := range e.Commands {
			a := sys.Commands[id].Agent
			ids = append(ids, s.agent(a)+"."+strconv.Itoa(id-sys.Agents[a].Commands.Start))
		}
		slices.Sort(ids)
		head = strings.Join(ids, ",")
	default:
		head = strconv.Itoa(e.Index)
	}
	args := make([]string, len(e.Args))
	for i, x := range e.Args {
		args[i] = s.expr(x)
	}
	return strconv.Itoa(int(e.Op)) + "[" + head + "](" + strings.Join(args, " ") + ")"
}

func (s *spelling) list(es []*recipe.Expr) string {
	var out []string
	for _, e := range es {
		out = append(out, s.expr(e))
	}
	return strings.Join(out, "\n")
}

// typ writes a type: an enumeration as a set of symbols, in which those that are private to agents
// of a class must be there for all of its agents or for none; ok is false otherwise.
func (s *spelling) typ(t *recipe.Type) (text string, ok bool) {
	if t.Kind != recipe.Enum {
		return t.Kind.String() + strconv.Itoa(t.Lo) + ".." + strconv.Itoa(t.Hi), true
	}
	var out []string
	count := map[string]int{}
	for _, v := range t.Values {
		if a := s.owner[v]; a >= 0 && s.classOf[a] >= 0 {
			name := "c" + strconv.Itoa(s.classOf[a]) + "/" + strconv.Itoa(s.slot[v])
			if count[name]++; count[name] == len(s.Classes[s.classOf[a]]) {
				out = append(out, name)
			}
			continue
		}
		out = append(out, s.symbol(v))
	}
	slices.Sort(out)
	names := 0
	for _, x := range out {
		if count[x] > 0 {
			names++
		}
	}
	return strings.Join(out, " "), names == len(count)
}

// same makes sure that a family is another one with other numbers of agents in its classes.
func (f *Family) same(other *Family) error {
	x, y := &spelling{f, nil}, &spelling{other, nil}
	switch {
	case len(f.Classes) != len(other.Classes):
		return unlike(recipe.Position{}, "there are %d and %d kinds of agents whose number grows", len(f.Classes), len(other.Classes))
	case len(f.Singles) != len(other.Singles):
		return f.firstNew(other)
	}
	if err := x.types(y); err != nil {
		return err
	}
	for i, a := range f.Singles {
		if err := x.sameAgent(a, y, other.Singles[i]); err != nil {
			return err
		}
	}
	for c, class := range f.Classes {
		x.rank, y.rank = map[int]int{class[0]: 0}, map[int]int{other.Classes[c][0]: 0}
		if err := x.sameAgent(class[0], y, other.Classes[c][0]); err != nil {
			return err
		}
	}
	return nil
}

// firstNew is the error about a single that a smaller system does not have. Its place is the first
// command that names another agent, or else the agent's.
func (f *Family) firstNew(small *Family) error {
	const grows = "the number of agents that cannot be exchanged with others grows: "
	for _, a := range f.Singles {
		agent := &f.System.Agents[a]
		if slices.ContainsFunc(small.Singles, func(b int) bool { return small.System.Agents[b].Name == agent.Name }) {
			continue
		}
		for id := range agent.Commands.All() {
			if b := f.named(id, agent.Location); b >= 0 {
				return unlike(f.System.Commands[id].Pos, grows+"%s cannot be exchanged with another agent of its type, and names %s here",
					agent.Name, f.System.Agents[b].Name)
			}
		}
		return unlike(agent.Pos, grows+"%s cannot be exchanged with another agent of its type", agent.Name)
	}
	return unlike(recipe.Position{}, grows+"in larger systems fewer agents are like others")
}

// named is an agent that a command names, other than the one at the given location; -1 if it names
// none.
func (f *Family) named(command int, own recipe.Value) int {
	found := -1
	for _, e := range f.System.Commands[command].Exprs() {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpConst && e.Type == f.System.Location && e.Value != own {
				found = slices.IndexFunc(f.System.Agents, func(b recipe.Agent) bool { return b.Location == e.Value })
			}
			return found < 0
		})
	}
	return found
}

// types compares what is declared for all agents.
func (s *spelling) types(o *spelling) error {
	compare := func(what string, pos recipe.Position, t, u *recipe.Type) error {
		a, uniform := s.typ(t)
		b, also := o.typ(u)
		if !uniform || !also || a != b {
			return unlike(pos, "the values of %s are not the same at all sizes, or not private to agents of a class", what)
		}
		return nil
	}
	pairs := []error{compare("type channel", recipe.Position{}, s.System.Channel, o.System.Channel)}
	if len(s.System.Data) != len(o.System.Data) || len(s.System.Properties) != len(o.System.Properties) {
		return unlike(recipe.Position{}, "messages differ")
	}
	for i, d := range s.System.Data {
		pairs = append(pairs, compare("the data variable "+d.Name, recipe.Position{}, d.Type, o.System.Data[i].Type))
	}
	for i, p := range s.System.Properties {
		pairs = append(pairs, compare("the property identifier "+p.Name, recipe.Position{}, p.Type, o.System.Properties[i].Type))
	}
	for _, err := range pairs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *spelling) sameAgent(a int, o *spelling, b int) error {
	x, y := &s.System.Agents[a], &o.System.Agents[b]
	differ := func() error {
		return unlike(x.Pos, "%s is not the same agent at all sizes", x.Name)
	}
	if x.TypeName != y.TypeName || x.States != y.States || x.Vars.Len() != y.Vars.Len() || x.Commands.Len() != y.Commands.Len() {
		return differ()
	}
	for i := range x.Vars.Len() {
		t, ok := s.typ(s.System.Vars[x.Vars.Start+i].Type)
		u, also := o.typ(o.System.Vars[y.Vars.Start+i].Type)
		if !ok || !also || t != u {
			return unlike(s.System.Vars[x.Vars.Start+i].Pos, "the values of %s-%s are not the same at all sizes, or not private to agents of a class",
				x.Name, s.System.Vars[x.Vars.Start+i].Name)
		}
	}
	for i := range x.Commands.Len() {
		if s.command(x.Commands.Start+i) != o.command(y.Commands.Start+i) {
			return differ()
		}
	}
	if s.list(textOf(s.System, a)) != o.list(textOf(o.System, b)) {
		return differ()
	}
	return nil
}

// command writes what is no expression of a command.
func (s *spelling) command(id int) string {
	c := &s.System.Commands[id]
	out := []string{c.Kind.String(), c.Label, strconv.Itoa(c.From), strconv.Itoa(c.To)}
	for _, d := range c.Data {
		out = append(out, "d"+strconv.Itoa(d.Var))
	}
	for _, u := range c.Updates {
		out = append(out, "u"+strconv.Itoa(u.Var-s.System.Agents[c.Agent].Vars.Start))
	}
	for _, m := range c.Mentions {
		out = append(out, "m"+strconv.Itoa(m))
	}
	return strings.Join(out, "|")
}
