package diag

import (
	"cmp"
	"fmt"
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
	// Example is a complete source that gets exactly this code, as often as needed, and no other.
	Example string
	// Formula, if not empty, is a property given apart from the model Example, and gets the diagnostic instead of it.
	Formula string
}

// registry holds all codes in the order of registration. They are registered whenever a program starts, which looks up few or none
// of them: so it is a list, which is made faster than a map.
var registry struct {
	sync.RWMutex
	codes []Info
}

// Register adds a code to the table and returns it. It is meant for package-level variables and panics on a malformed or
// repeated code, which is a mistake in the program and not in any input.
func Register(info Info) Code {
	if digits, ok := strings.CutPrefix(string(info.Code), "RC"); !ok || len(digits) != 4 || strings.Trim(digits, "0123456789") != "" {
		panic(fmt.Sprintf("diag: malformed code %q", info.Code))
	}
	if Lookup(info.Code).Summary != "" {
		panic(fmt.Sprintf("diag: code %s registered twice", info.Code))
	}
	registry.Lock()
	defer registry.Unlock()
	registry.codes = append(registry.codes, info)
	return info.Code
}

// Lookup returns the documentation of a code. For a code that is not registered only the Code field is set.
func Lookup(code Code) Info {
	registry.RLock()
	defer registry.RUnlock()
	for i := range registry.codes {
		if registry.codes[i].Code == code {
			return registry.codes[i]
		}
	}
	return Info{Code: code}
}

// All returns the documentation of every registered code, ordered by code.
func All() []Info {
	registry.RLock()
	defer registry.RUnlock()
	out := slices.Clone(registry.codes)
	slices.SortFunc(out, func(a, b Info) int { return cmp.Compare(a.Code, b.Code) })
	return out
}
