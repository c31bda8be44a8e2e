package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// assigner is the first command of a kind that assigns a data variable.
func (c *knowledge) assigner(kind recipe.CommandKind, datum int) (id int, found bool) {
	for i := range c.System.Commands {
		k := &c.System.Commands[i]
		for _, a := range k.Data {
			if k.Kind == kind && a.Var == datum {
				return i, true
			}
		}
	}
	return 0, false
}

// checkObservedData warns about an observation of an exchange that reads a data variable which
// only the getters assign: in an observation the data of an exchange are the supplier's.
func (c *knowledge) checkObservedData(at ast.Expr, o *recipe.Expr) {
	if o == nil {
		return
	}
	exchange, data := false, []int{}
	for x := range o.All() {
		switch x.Op {
		case recipe.OpGetter, recipe.OpSupplier, recipe.OpPointToPoint, recipe.OpLocality,
			recipe.OpSupplierProperty:
			exchange = true
		case recipe.OpData:
			data = append(data, x.Index)
		}
	}
	for _, d := range data {
		get, gets := c.assigner(recipe.Get, d)
		_, supplies := c.assigner(recipe.Supply, d)
		_, sends := c.assigner(recipe.Send, d)
		if !gets || supplies || sends && !exchange {
			continue
		}
		name := c.data[d].name
		w := c.reportAt(getterData, at, "only gets assign `%s`, and an observation reads the data of the "+
			"supplier: in an exchange every comparison with `%s` is false", name, name)
		if k := &c.System.Commands[get]; k.Label != "" {
			label := "`" + c.System.Agents[k.Agent].Name + "-" + k.Label + "`"
			w.Suggest("use the label of the get instead, as in " + label)
		} else {
			w.Suggest("give the get a label and use that, or let the supplier assign the data too")
		}
	}
}
