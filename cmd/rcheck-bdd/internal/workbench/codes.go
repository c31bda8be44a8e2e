package workbench

import (
	_ "embed"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

//go:embed codes.md
var checkerCodes string

// CheckerCodes documents what the checker warns about, as the front end documents its own codes,
// and the errors that are about no place in a source.
var CheckerCodes = sync.OnceValue(func() []diag.Info { return diag.ReadInfos(checkerCodes) })

// The codes of errors that are about no place in a source.
const (
	UnreadableCode = "unreadable"
	InternalCode   = "internal"
	SetupCode      = "setup"
)

// Codes are the codes of the front end, then those of the checker.
func Codes() []diag.Info { return append(diag.All(), CheckerCodes()...) }

// WarningCodes are the codes of all warnings.
func WarningCodes() []string {
	var out []string
	for _, info := range Codes() {
		if info.Severity == diag.Warning {
			out = append(out, string(info.Code))
		}
	}
	return out
}
