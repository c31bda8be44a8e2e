package diag

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Code identifies a kind of diagnostic for ever: "RC" and four digits.
type Code string

// Severity tells whether a model with the diagnostic can be used.
type Severity uint8

const (
	// Error means that the source has no meaning.
	Error Severity = iota
	// Warning means that the source has a meaning, perhaps not the intended one.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Info documents a code.
type Info struct {
	Code     Code
	Severity Severity
	Summary  string // one line, without the particulars of a place
	// Explanation tells, in full sentences, what the diagnostic means, why it matters and how to mend the source.
	Explanation string
	// Example is a complete source that gets exactly this code, as often as needed, and no other; empty if none shows it.
	Example string
}

//go:embed codes.md
var catalogue string

// documented is what the catalogue says, in its order, read when it is first asked for: most runs ask for nothing.
var documented = sync.OnceValue(func() []Info { return ReadInfos(catalogue) })

// ReadInfos reads the documentation of codes from a text in Markdown: sections headed `CODE SEVERITY: SUMMARY`, which hold
// the explanation and then, set in, the example. There `\xff` is that byte, which no text can hold.
func ReadInfos(text string) []Info {
	var out []Info
	for _, section := range strings.Split(text, "\n## ")[1:] {
		head, body, _ := strings.Cut(section, "\n")
		kind, summary, _ := strings.Cut(head, ": ")
		code, severity, _ := strings.Cut(kind, " ")
		info := Info{Code: Code(code), Summary: summary}
		if severity == Warning.String() {
			info.Severity = Warning
		}
		explanation, example, _ := strings.Cut(body, "\n\n    ")
		info.Explanation = strings.Join(strings.Fields(explanation), " ")
		if example != "" {
			example = strings.ReplaceAll(strings.TrimRight(example, "\n"), "\n    ", "\n")
			info.Example = strings.ReplaceAll(example, `\xff`, "\xff") + "\n"
		}
		out = append(out, info)
	}
	return out
}

// Lookup returns the documentation of a code. For a code that has none only the Code field is set.
func Lookup(code Code) Info {
	if i := slices.IndexFunc(documented(), func(i Info) bool { return i.Code == code }); i >= 0 {
		return documented()[i]
	}
	return Info{Code: code}
}

// All returns the documentation of every code, ordered by code.
func All() []Info { return slices.Clone(documented()) }
