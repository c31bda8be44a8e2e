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

var registry = struct {
	sync.RWMutex
	codes map[Code]Info
}{codes: map[Code]Info{}}

// Register adds a code to the table and returns it. It is meant for package-level variables and panics on a malformed or
// repeated code, which is a mistake in the program and not in any input.
func Register(info Info) Code {
	if digits, ok := strings.CutPrefix(string(info.Code), "RC"); !ok || len(digits) != 4 || strings.Trim(digits, "0123456789") != "" {
		panic(fmt.Sprintf("diag: malformed code %q", info.Code))
	}
	registry.Lock()
	defer registry.Unlock()
	if _, dup := registry.codes[info.Code]; dup {
		panic(fmt.Sprintf("diag: code %s registered twice", info.Code))
	}
	registry.codes[info.Code] = info
	return info.Code
}

// Lookup returns the documentation of a code. For a code that is not registered only the Code field is set.
func Lookup(code Code) Info {
	registry.RLock()
	defer registry.RUnlock()
	if info, ok := registry.codes[code]; ok {
		return info
	}
	return Info{Code: code}
}

// Known reports whether a code is registered.
func Known(code Code) bool {
	registry.RLock()
	defer registry.RUnlock()
	_, ok := registry.codes[code]
	return ok
}

// All returns the documentation of every registered code, ordered by code.
func All() []Info {
	registry.RLock()
	defer registry.RUnlock()
	out := make([]Info, 0, len(registry.codes))
	for _, info := range registry.codes {
		out = append(out, info)
	}
	slices.SortFunc(out, func(a, b Info) int { return cmp.Compare(a.Code, b.Code) })
	return out
}

// Group returns the documentation of the codes that begin with the given prefix, ordered by code.
func Group(prefix string) []Info {
	return slices.DeleteFunc(All(), func(i Info) bool { return !strings.HasPrefix(string(i.Code), prefix) })
}
