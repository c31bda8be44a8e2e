package types

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

var words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z0-9_]+`) })

// dropConsequences leaves out what follows from declarations that could not be read: names that
// stand in them may be declared there, and quantifiers may range over more than is known.
func (c *journal) dropConsequences() {
	if !c.broken() {
		return
	}
	source := string(c.file.Source.Source())
	c.List = slices.DeleteFunc(c.List, func(d *diag.Diagnostic) bool {
		switch {
		case d.Code == emptyQuantifier:
			return true
		case d.Code != unknownName && d.Code != badIndex || len(c.file.Lost) == 0:
			return false
		}
		return slices.ContainsFunc(words().FindAllString(source[d.Start.Offset:d.End.Offset], -1),
			func(w string) bool {
				return c.file.Lost[w] || c.file.Lost[strings.TrimRight(w, "0123456789")]
			})
	})
}
