package symmetry

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Key writes the image of an expression under the permutation. Equal texts have equal meanings.
// Operands whose order does not matter are sorted. Where something else is done with numbers than
// to copy and compare them, and the permutation moves some, the text has the numbers that they were.
func (p *Permutation) Key(e *recipe.Expr) string { return p.key(e, 0) }

// key writes the image of an expression whose value is used in a scalarset.
func (p *Permutation) key(e *recipe.Expr, set int) string {
	if e == nil {
		return "-"
	}
	if from := p.sets.at(place(p.sys, e)); from != set && e.Op != recipe.OpConst && e.Op != recipe.OpIte {
		return p.converted(from, set, p.key(e, from))
	}
	switch e.Op {
	case recipe.OpConst:
		return "k" + strconv.Itoa(int(e.Type.Kind)) + ":" + strconv.Itoa(int(p.value(e.Type, set, e.Value)))
	case recipe.OpLocal:
		return "x" + strconv.Itoa(p.Local(e.Index))
	case recipe.OpControl:
		return "at" + strconv.Itoa(p.Agents[e.Index])
	case recipe.OpExecuted, recipe.OpEnabled:
		ids := make([]int, len(e.Commands))
		for i, c := range e.Commands {
			ids[i] = p.Command(c)
		}
		slices.Sort(ids)
		var b strings.Builder
		b.WriteString(strconv.Itoa(int(e.Op)))
		for _, id := range ids {
			b.WriteString("," + strconv.Itoa(id))
		}
		return b.String()
	}
	operands, f := p.operands(e, e.Op, set), e.Op.Facts()
	if f.Commutes {
		slices.Sort(operands)
	}
	if f.Collects {
		operands = slices.Compact(operands)
	}
	return strconv.Itoa(int(e.Op)) + "." + strconv.Itoa(e.Index) + "(" + strings.Join(operands, " ") + ")"
}

// operands lists the keys of e's operands, those of nested expressions with the
// same associative operator in their place.
func (p *Permutation) operands(e *recipe.Expr, op recipe.Op, set int) []string {
	var out []string
	for i, a := range e.Args {
		if a.Op == op && op.Facts().Collects {
			out = append(out, p.operands(a, op, set)...)
		} else {
			out = append(out, p.key(a, p.sets.operand(e, i, set)))
		}
	}
	return out
}

// converted writes a number of one scalarset that is used in another one. It maps the image in the
// first to the image in the second.
func (p *Permutation) converted(from, to int, text string) string {
	var moved []string
	for _, v := range p.sets.numbers(from, to) {
		if x, y := p.number(from, v), p.number(to, v); x != y {
			moved = append(moved, strconv.Itoa(int(x))+">"+strconv.Itoa(int(y)))
		}
	}
	if len(moved) == 0 {
		return text
	}
	slices.Sort(moved)
	return "[" + strings.Join(moved, " ") + "](" + text + ")"
}

// commandKey writes the image of a command.
func (p *Permutation) commandKey(c *recipe.Command) string {
	parts := []string{
		strconv.Itoa(int(c.Kind)), c.Label, strconv.Itoa(c.From), strconv.Itoa(c.To),
		p.Key(c.Guard), p.Key(c.Channel), p.Key(c.Target), p.Key(c.Predicate),
	}
	for _, d := range c.Data {
		parts = append(parts, "d"+strconv.Itoa(d.Var), p.key(d.Expr, p.sets.at(dataPlace(p.sys, d.Var))))
	}
	own := len(parts)
	for _, u := range c.Updates {
		parts = append(parts, "u"+strconv.Itoa(p.Local(u.Var))+":"+p.key(u.Expr, p.sets.at(u.Var)))
	}
	if len(c.Spawns) > 0 {
		slices.Sort(parts[own:])
	}
	for _, m := range c.Mentions {
		parts = append(parts, "m"+strconv.Itoa(m))
	}
	return strings.Join(parts, "|")
}

// agentKey writes the image of an agent, as the agent it is mapped to would be
// written by the identity.
func (p *Permutation) agentKey(a *recipe.Agent) string { return p.Key(a.Init) + "\n" + p.stepsKey(a) }

// stepsKey is agentKey without the initial condition: what the steps of an agent depend on.
func (p *Permutation) stepsKey(a *recipe.Agent) string {
	parts := []string{a.TypeName, strconv.Itoa(int(p.Symbols[a.Location])), strconv.Itoa(a.States), p.Key(a.ReceiveGuard), p.Key(a.Present)}
	for i, v := range a.Rest {
		parts = append(parts, strconv.Itoa(int(p.valueOf(a.Vars.Start+i, v))))
	}
	for i, e := range a.Relabel {
		parts = append(parts, p.key(e, p.sets.at(propertyPlace(p.sys, i))))
	}
	for v := range a.Vars.All() {
		parts = append(parts, p.typeKey(p.sys.Vars[v].Type)+strconv.FormatBool(p.sys.Vars[v].Free))
	}
	text := 0 // where the keys of commands with one text begin
	for id := range a.Commands.All() {
		if id == a.Commands.Start || !p.sys.SameText(id-1, id) {
			text = len(parts)
		}
		parts = append(parts, p.commandKey(&p.sys.Commands[id]))
		slices.Sort(parts[text:])
	}
	return strings.Join(parts, "\n")
}

// typeKey writes the image of a type as a set of values.
func (p *Permutation) typeKey(t *recipe.Type) string {
	if t.Kind != recipe.Enum {
		return "k" + strconv.Itoa(int(t.Kind)) + ":" + strconv.Itoa(t.Lo) + ".." + strconv.Itoa(t.Hi)
	}
	values := make([]int, len(t.Values))
	for i, v := range t.Values {
		values[i] = int(p.Symbols[v])
	}
	slices.Sort(values)
	var b strings.Builder
	for _, v := range values {
		b.WriteString(strconv.Itoa(v) + ",")
	}
	return b.String()
}

// Command is the image of a command's ID. Commands are mapped by their places in the agents. Of several with one
// text, the image is the one that is the same under the permutation.
func (p *Permutation) Command(id int) int {
	from, to := p.sys.Agents[p.sys.Commands[id].Agent].Commands, p.sys.Agents[p.Agents[p.sys.Commands[id].Agent]].Commands
	at := id - from.Start + to.Start
	if id == from.Start || !p.sys.SameText(id-1, id) {
		if id+1 == from.End || !p.sys.SameText(id, id+1) {
			return at
		}
	}
	key, identity := p.commandKey(&p.sys.Commands[id]), Identity(p.sys)
	for k := range to.All() {
		if p.sys.SameText(at, k) && identity.commandKey(&p.sys.Commands[k]) == key {
			return k
		}
	}
	return at
}
