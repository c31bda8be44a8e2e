package main

const (
	smv      = "mc/export/smv/"
	smvTests = "./mc/export/smv"
)

// exports are mistakes in the text for other model checkers.
var exports = []Mutation{
	{"exported values are within a type where they are not", "mc/export/smv/expr.go", "if !t.Contains(v) {", "if t.Contains(v) {", "./mc/export/smv", "TestWithinEnumeration"},
	{"in SMV a value out of its range is taken", smv + "joint.go", "when = w.conjoin(when, r.Fits[i])", "_ = i", smvTests, "TestJointTextHasTheStepsOfTheInterpreter"},
	{"in SMV a state without a step takes one", smv + "joint.go", "w.way(j.stuck, \"\", keep)", "w.way(j.stuck, \"\", keep[:0])", smvTests, "TestJointTextHasTheStepsOfTheInterpreter"},
	{"operators ignore their right side", smv + "expr.go", "n.args[len(n.args)-1].domain", "n.args[0].domain", smvTests, "TestDomainsHoldAllValues"},
	{"a choice is its first branch", smv + "expr.go", "n.args[1].domain.Union(n.args[2].domain)", "n.args[1].domain", smvTests, "TestDomainsHoldAllValues"},
	{"conditions with many valuations never hold", smv + "decide.go", "\tout := x\n", "\tout := f.no\n", smvTests, "TestTextHasTheStepsOfTheInterpreter"},
	{"of many parts of a property one is written", smv + "split.go", "\tif len(out) == 0 || len(out) > r.t.thresholds.MaxSplit {", "\tif len(out) > r.t.thresholds.MaxSplit {\n\t\treturn out[:1]\n\t}\n\tif len(out) == 0 {", smvTests, "TestSpecificationsMeanTheirProperty"},
	{"what others imply is dropped with them", smv + "decide.go", "\t\tabout[v] = others\n", "\t\t_ = others\n", smvTests, "TestTextHasTheStepsOfTheInterpreter"},
	{"quantifiers miss the last value", "recipe/evaluate/rule.go", "for code := range typ.Size() {", "for code := range typ.Size() - 1 {", smvTests, "TestTextHasTheStepsOfTheInterpreter"},
}
