package diag

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Code identifies a kind of diagnostic forever: "RC" and four digits.
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
	// Explanation says in full sentences what the diagnostic means, why it matters, and how to
	// correct the source.
	Explanation string
	// Example is a complete source that gets only this code, once or several times. It is empty if
	// there is no example.
	Example string
}

//go:embed codes.md
var catalogue string

// documented is what the catalogue says, in its order, read when it is first asked for.
var documented = sync.OnceValue(func() []Info { return ReadInfos(catalogue) })

// section begins the documentation of each code.
const section = "\n## "

// ReadInfos reads the documentation of codes from a text in Markdown. Each section has the heading
// `CODE SEVERITY: SUMMARY`, then the explanation, then the indented example. In an example, `\xff`
// stands for this byte, which is not valid in a text.
func ReadInfos(text string) []Info {
	var out []Info
	for _, text := range strings.Split(text, section)[1:] {
		out = append(out, readInfo(text))
	}
	return out
}

// readInfo reads one section.
func readInfo(text string) Info {
	head, body, _ := strings.Cut(text, "\n")
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
	return info
}

// Lookup returns the documentation of a code. For a code that has none only the Code field is set.
// It reads the section of that code alone: most runs report few codes.
func Lookup(code Code) Info {
	at := strings.Index(catalogue, section+string(code)+" ")
	if at < 0 {
		return Info{Code: code}
	}
	text, _, _ := strings.Cut(catalogue[at+len(section):], section)
	return readInfo(text)
}

// All returns the documentation of every code, ordered by code.
func All() []Info { return slices.Clone(documented()) }
