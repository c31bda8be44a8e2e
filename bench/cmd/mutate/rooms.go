package main

// rooms are mistakes that the direct tests of a package find, which need no checker.
var rooms = []Mutation{
	{
		"a strategy takes several options at once", "mc/space/turns.go",
		"at = c.Diff(at, takes[i])",
		"at = c.And(at, at)",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"only neighbouring values are compared for ambiguity", "mc/space/alone.go",
		"one = c.Or(one, with)",
		"one = with",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"others' choices are safe where one of them is", "mc/space/turns.go",
		"safe = inner.Diff(safe, inner.Diff(b.next.able, s))",
		"safe = inner.Or(safe, s)",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"what others do with a message is the coalition's choice", "mc/space/turns.go",
		"out = c.Diff(out, c.PreImage(ch.end.Relation, g.outside))",
		"out = c.And(out, out)",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"suppliers are picked by the getter", "mc/space/turns.go",
		"return t.chooses(t.recipe.Agents(), ChoosingSupplier",
		"return t.chooses(agent, ChoosingSupplier",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"choices that never happen together are contended", "mc/space/alone.go",
		"case ch.ours != coalition && t.contended(c, ch, i):",
		"case ch.ours == coalition && t.contended(c, ch, i):",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"the scheduler of the interpreter's game is nobody", "mc/space/forces.go",
		"return in(r.Agents()), fmt.Sprint(step.Initiator)",
		"return false, fmt.Sprint(step.Initiator)",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"receivers of the coalition choose last", "mc/space/forces.go",
		"receives(true), receives(false),",
		"receives(false), receives(true),",
		"./mc/space", "TestTablesAgainstTheGame",
	},
	{
		"values are remembered for another proposition", "mc/internal/runs/valuation.go",
		"if v.column == nil || v.id != id {",
		"if v.column == nil {",
		"./mc/internal/runs", "TestValuesAlongWalks",
	},
	{
		"the last step of a lasso is that of the walk", "mc/internal/runs/valuation.go",
		"i == len(v.run.Steps)-1 && v.origins == nil",
		"i == len(v.run.Steps) && v.origins == nil",
		"./mc/internal/runs", "TestValuesAlongWalks",
	},
	{
		"parts of a walk begin where it does", "mc/internal/runs/valuation.go",
		"at = v.origins[i]",
		"at = i",
		"./mc/internal/runs", "TestValuesAlongWalks",
	},
	{
		"a lasso takes the walk's step at its end", "mc/internal/runs/walk.go",
		"t.Steps[l.End].Message = l.Step",
		"_ = l.Step",
		"./mc/internal/runs", "TestValuesAlongWalks",
	},
	{
		"unknown prefixes refute", "mc/internal/runs/valuation.go",
		"return truth == ltol.No && v.fault == nil, v.fault",
		"return truth <= ltol.Unknown && v.fault == nil, v.fault",
		"./mc/internal/runs", "TestValuesAlongWalks",
	},
	{
		"after a fault values are those of before", "mc/internal/runs/valuation.go",
		"\tif v.fault != nil {\n\t\treturn false\n\t}",
		"\tif v.fault != nil {\n\t\treturn true\n\t}",
		"./mc/internal/runs", "TestValuesAfterAFault",
	},
	{
		"prices overflow", "mc/internal/runs/prices.go",
		"min(1+nodes/nodesPerStep, MaxPrice/times)*times",
		"(1+nodes/nodesPerStep)*times*times",
		"./mc/internal/runs", "TestPricesAreBounded",
	},
}
