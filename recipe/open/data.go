package open

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// carried lists sets of data variables. A message from outside needs to carry no other sets: to the
// commands that may answer it, a message is like one that carries only what those of them mention
// that it carries enough for. Properties see the observed variables.
func (c *closing) carried(answers []*recipe.Command, observed bool) [][]int {
	var parts [][]int
	for _, k := range answers {
		parts = append(parts, k.Mentions)
	}
	if observed {
		for _, d := range c.Observed {
			parts = append(parts, []int{d})
		}
	}
	out, seen := [][]int{nil}, map[string]bool{"[]": true}
	for _, p := range parts {
		for _, before := range out {
			set := slices.Concat(before, p)
			slices.Sort(set)
			set = slices.Compact(set)
			if key := fmt.Sprint(set); !seen[key] && len(out) <= c.MaxCommands {
				seen[key], out = true, append(out, set)
			}
		}
	}
	return out
}

// A kind is an assignment of the property identifiers of the part. A value that is nil is missing:
// agents of this kind do not relabel the identifier.
type kind []*recipe.Value

// kinds lists the assignments that agents of the part may have, and all that there are if
// propositions quantify over them.
func (c *closing) kinds() ([]kind, error) {
	identifiers := c.sys.Properties[:c.outside.Index]
	var out []kind
	seen := map[string]bool{}
	product := func(options [][]*recipe.Value) {
		var visit func(k kind)
		visit = func(k kind) {
			if len(out) > c.MaxKinds {
				return
			}
			if len(k) == len(identifiers) {
				if key := k.key(); !seen[key] {
					seen[key], out = true, append(out, slices.Clone(k))
				}
				return
			}
			for _, v := range options[len(k)] {
				visit(append(k, v))
			}
		}
		visit(kind{})
	}
	for a := range c.part {
		receives := func(k *recipe.Command) bool { return k.Agent == a }
		if len(c.commands(recipe.Receive, receives)) == 0 && !c.Assignments {
			continue // nobody can tell whether it is targeted
		}
		var options [][]*recipe.Value
		for i, p := range identifiers {
			options = append(options, c.values(c.sys.Agents[a].Relabel[i], p.Type))
		}
		product(options)
	}
	if c.Assignments {
		var options [][]*recipe.Value
		for _, p := range identifiers {
			options = append(options, all(p.Type))
		}
		product(options)
	}
	if len(out) > c.MaxKinds {
		return nil, &TooManyError{"assignments", c.MaxKinds}
	}
	return out, nil
}

func (k kind) key() string {
	text := ""
	for _, v := range k {
		if v == nil {
			text += ",-"
		} else {
			text += fmt.Sprint(",", *v)
		}
	}
	return text
}

// all lists the values of a type.
func all(t *recipe.Type) []*recipe.Value {
	var out []*recipe.Value
	for code := range t.Size() {
		v := t.Value(code)
		out = append(out, &v)
	}
	return out
}

// values lists what a relabelling may give to an identifier.
func (c *closing) values(e *recipe.Expr, t *recipe.Type) []*recipe.Value {
	switch {
	case e == nil:
		return []*recipe.Value{nil}
	case e.Op == recipe.OpConst:
		return []*recipe.Value{&e.Value}
	}
	return all(t)
}

// is says that an agent is of a kind.
func (c *closing) is(k kind) *recipe.Expr {
	var every []*recipe.Expr
	for i, v := range k {
		t := c.sys.Properties[i].Type
		of := &recipe.Expr{Op: recipe.OpProperty, Type: t, Index: i}
		if v != nil {
			every = append(every, recipe.Eq(of, recipe.Const(t, *v)))
			continue
		}
		for _, other := range all(t) {
			every = append(every, recipe.Ne(of, recipe.Const(t, *other)))
		}
	}
	return recipe.And(every...)
}
