package main

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
)

// asksFor says what the abilities in a formula ask for; nothing if there are none.
func asksFor(f *ltol.StateFormula, ability string) string {
	if f == nil {
		return ""
	}
	if ability == "pruned" {
		return ability // whatever the formula is about
	}
	for part := range f.All() {
		if part.Op() == ltol.StateCan {
			return ability
		}
	}
	return ""
}

// abilities are the values of --ability.
var abilities = map[string]branch.Ability{"perfect": branch.PerfectInformation, "uniform": branch.Uniform, "objective": branch.UniformObjective}
