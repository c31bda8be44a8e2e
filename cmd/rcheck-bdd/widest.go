package main

import (
	"fmt"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// manyValues is the least number of values for which a range is named as what may make a check
// long.
const manyValues = 100

// widest names the local with the largest range and the constants of this range; it is empty if no
// range has manyValues. Of a local that was declared without a range, it says nothing. A constant
// that is suggested instead of one is about its square root.
func widest(p *rcheck.Program) string {
	most, local, agent := manyValues-1, (*ast.Field)(nil), ""
	for _, d := range p.File.Decls {
		a, ok := d.(*ast.AgentDecl)
		if !ok || a.Local == nil {
			continue
		}
		for _, f := range a.Local.Fields {
			if x, ok := f.Type.(*ast.Ident); ok && x.Name == "int" {
				continue
			}
			if n := valuesOf(p, a.Name.Name, f.Name.Name); n > most {
				most, local, agent = n, f, a.Name.Name
			}
		}
	}
	if local == nil {
		return ""
	}
	text := fmt.Sprintf("`%s` of %s has the largest range, %s with %d values; if a smaller one is enough, the check may end sooner",
		local.Name.Name, agent, p.Files.Text(ast.Span(local.Type)), most)
	smaller := ""
	ast.Inspect(local.Type, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok && smaller == "" {
			if v, ok := p.Constant(x.Name); ok && v >= manyValues/2 {
				smaller = fmt.Sprintf(": try --set %s=%d", x.Name, int(math.Sqrt(float64(v))))
			}
		}
		return true
	})
	return text + smaller
}

// valuesOf is the number of values of a local of an agent type, 0 if the system has no such agent.
func valuesOf(p *rcheck.Program, agentType, local string) int {
	for _, v := range p.System.Vars {
		if v.Name == local && p.System.Agents[v.Agent].TypeName == agentType {
			return v.Type.Size()
		}
	}
	return 0
}
