package main

const (
	smv      = "mc/export/smv/"
	smvTests = "./mc/export/smv"
)

// exports are mistakes in the text for other model checkers.
var exports = []Mutation{
	{"quotients are never below zero", smv + "domain.go", "far := max(x.hi, -x.lo, 0)", "far := max(x.hi, 0)", smvTests, "TestDomainsHoldAllValues"},
	{"products are between those of the ends of one side", smv + "domain.go", "corners := []int{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}", "corners := []int{x.lo * y.lo, x.hi * y.hi}", smvTests, "TestDomainsHoldAllValues"},
	{"conditions with many valuations never hold", smv + "decide.go", "\tout := x\n", "\tout := f.no\n", smvTests, "TestTextHasTheStepsOfTheInterpreter"},
	{"of many parts of a property one is written", smv + "split.go", "\tif len(out) == 0 || len(out) > r.t.thresholds.MaxSplit {", "\tif len(out) > r.t.thresholds.MaxSplit {\n\t\treturn out[:1]\n\t}\n\tif len(out) == 0 {", smvTests, "TestSpecificationsMeanTheirProperty"},
	{"what others imply is dropped with them", smv + "decide.go", "\t\tabout[v] = others\n", "\t\t_ = others\n", smvTests, "TestTextHasTheStepsOfTheInterpreter"},
	{"quantifiers miss the last value", smv + "observe.go", "for code := range typ.Size() {", "for code := range typ.Size() - 1 {", smvTests, "TestTextHasTheStepsOfTheInterpreter"},
}
