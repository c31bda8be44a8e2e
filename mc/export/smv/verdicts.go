package smv

import (
	"fmt"
	"maps"
	"regexp"
	"sync"
)

// verdictLine is how NuSMV and nuXmv, whatever command was given, tell the result for one
// specification.
var verdictLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^-- .*\bspecification .* is (true|false)\s*$`)
})

// Verdicts reads the output of NuSMV or nuXmv on a module with the given specifications: for each
// property that has some, by index, whether all of them hold. A property that is not decided is not
// in the result, unless one of its specifications is false. An error says that the output tells
// more verdicts than there are specifications.
//
// The verdicts must be in the order of the specifications. The tools choose an order of their own
// when they check all at once, and they print no names; so ask for them one by one: `check_ltlspec
// -n 0`, and so on.
func Verdicts(output string, specifications []Specification) (map[int]bool, error) {
	lines := verdictLine().FindAllStringSubmatch(output, -1)
	if len(lines) > len(specifications) {
		return nil, fmt.Errorf("smv: %d verdicts for %d specifications", len(lines), len(specifications))
	}
	verdicts := map[int]bool{}
	undecided := map[int]bool{}
	for i, s := range specifications {
		if i >= len(lines) {
			undecided[s.Property] = true
			continue
		}
		holds, seen := verdicts[s.Property]
		verdicts[s.Property] = (holds || !seen) && lines[i][1] == "true"
	}
	maps.DeleteFunc(verdicts, func(p int, holds bool) bool { return holds && undecided[p] })
	return verdicts, nil
}
