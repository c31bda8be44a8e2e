package main

import (
	"fmt"
	"slices"
	"strings"
)

// parts says what each top-level part may import of the module besides itself. The longest prefix of
// a package's path decides.
var parts = map[string][]string{
	".":                           {}, // the page of documentation at the root
	"bdd":                         {},
	"recipe":                      {},
	"recipe/symbolic":             {"recipe", "bdd"},
	"recipe/interpreted/symbolic": {"recipe", "bdd"},
	"ltol":                        {},
	"rcheck":                      {"recipe", "ltol"},
	"mc": {"recipe", "recipe/symbolic", "recipe/interpreted/symbolic", "ltol",
		"bdd", "mc/internal/search"},
	"mc/internal/search":     {"mc", "ltol", "bdd"}, // searches know spaces, no formalism
	"mc/rcp":                 {"mc", "recipe", "ltol", "rcheck"},
	"mc/internal/rchecktest": {"recipe", "ltol", "rcheck"},
	"cmd/output":             {},
	"bench/plot":             {},
	"bench/limited":          {},
	"bench/models":           {},
	"bench": {"bench/plot", "bench/limited", "bench/models", "cmd/output", "bdd", "recipe", "recipe/symbolic",
		"ltol", "rcheck", "mc", "mc/rcp"},
	"cmd": {"cmd/output", "bench/plot", "bench/limited", "bench/models", "bdd", "recipe", "recipe/symbolic",
		"recipe/interpreted/symbolic", "ltol", "rcheck", "mc", "mc/rcp"},
}

// rows order the packages within a part. A package imports packages of its own row and of the rows
// before it, none of a later row. The longest prefix of a package's path decides its row.
var rows = map[string][]string{
	"bdd": {"bdd/internal", "bdd/misusetest", "bdd", "bdd/workload"},
	"recipe": {"recipe/memo", "recipe", "recipe/recipetest", "recipe/interpreted", "recipe/evaluate", "recipe/flow", "recipe/circuit",
		"recipe/symmetry", "recipe/family", "recipe/symbolic"},
	"ltol": {"ltol", "ltol/ltoltest"},
	"rcheck": {"rcheck/interrupt", "rcheck/token", "rcheck/diag", "rcheck/ast", "rcheck/internal/cursor", "rcheck/scanner",
		"rcheck/parser", "rcheck/internal/layout", "rcheck/internal/lint", "rcheck/types",
		"rcheck/internal/lower", "rcheck", "rcheck/format", "rcheck/ispl", "rcheck/remark"},
	"mc": {"mc/trace", "mc/space", "mc/internal/fault", "mc/internal/sat", "mc/internal/certificate", "mc/internal/search",
		"mc/internal/vacuity", "mc/internal/mctest", "mc/internal/searchtest", "mc/branch", "mc/quotient", "mc/conform",
		"mc/simulate", "mc/internal/runs", "mc/internal/shortest", "mc/internal/bounded", "mc/internal/inductive",
		"mc/internal/engine", "mc/internal/schedule", "mc/internal/settings", "mc/internal/formalism",
		"mc/internal/subject", "mc/internal/certify", "mc/internal/report", "mc/internal/decide",
		"mc/witness", "mc", "mc/sizes", "mc/rcp", "mc/draw", "mc/export", "mc/internal/rchecktest", "mc/internal/jointtest"},
	"cmd": {"cmd/output", "cmd/rcheck-bdd/internal/terminal", "cmd/rcheck-bdd/internal/cli",
		"cmd/rcheck-bdd/internal/report", "cmd/rcheck-bdd/internal/constraint",
		"cmd/rcheck-bdd/internal/shell", "cmd/rcheck-bdd/internal/sweep",
		"cmd/rcheck-bdd/internal/workbench", "cmd/rcheck-bdd/internal/lsp",
		"cmd/rcheck-bdd/internal/page", "cmd/rcheck-bdd", "cmd/release"},
	"bench": {"bench/plot", "bench/limited", "bench/models", "bench/markdown", "bench/cancel", "bench/peak",
		"bench/ispl", "bench", "bench/compare", "bench/cmd"},
}

// onlyIn lists libraries that one part alone may import.
var onlyIn = map[string]string{"github.com/dalzilio/rudd": "bdd"}

// wrongImports lists the imports that go against parts, rows or onlyIn, a sentence each.
func wrongImports(packages []*Package) []string {
	var wrong []string
	for _, p := range packages {
		from := p.Path()
		part, row, top := partOf(from), rowOf(from), topOf(from)
		if part == "" || from != "." && row < 0 {
			wrong = append(wrong, from+" lies in no part and row; give it a place in imports.go")
			continue
		}
		for _, imported := range p.Imports {
			for library, owner := range onlyIn {
				if strings.HasPrefix(imported, library) && topOf(from) != owner {
					wrong = append(wrong, fmt.Sprintf("%s imports %s, which only %s may", from, library, owner))
				}
			}
			to, inside := strings.CutPrefix(imported, module+"/")
			switch {
			case !inside:
			case partOf(to) != part && !slices.Contains(parts[part], partOf(to)):
				wrong = append(wrong, fmt.Sprintf("%s imports %s; %s may import %s and itself",
					from, to, part, strings.Join(parts[part], ", ")))
			case topOf(to) == top && rowOf(to) > row:
				wrong = append(wrong, fmt.Sprintf("%s imports %s, which has a later row in imports.go", from, to))
			}
		}
	}
	return wrong
}

// topOf is the top-level folder of a package.
func topOf(folder string) string {
	top, _, _ := strings.Cut(folder, "/")
	return top
}

// partOf is the part that a package belongs to, "" for none.
func partOf(folder string) string {
	best := ""
	for part := range parts {
		if within(folder, part) && len(part) > len(best) {
			best = part
		}
	}
	return best
}

// rowOf is the index of a package's row within its part, -1 if it has none.
func rowOf(folder string) int {
	best, length := -1, 0
	for i, row := range rows[topOf(folder)] {
		if within(folder, row) && len(row) > length {
			best, length = i, len(row)
		}
	}
	return best
}

func within(folder, prefix string) bool {
	return folder == prefix || strings.HasPrefix(folder, prefix+"/")
}
