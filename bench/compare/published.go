package compare

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
)

// A PublishedFile is an SMV file that another translator made of a family's
// model at some size: that of the published tool, to compare with ours. Its
// variables are not those of our translation, so that numbers of reachable
// states are not compared.
type PublishedFile struct {
	Family string
	Size   int
	// Path is where the file is.
	Path string
	// Properties are the names of the family's properties that the file's
	// LTLSPECs stand for, in the order of the file; "-" stands for none.
	Properties []string
}

// noProperty is the name of what is no property of the family.
const noProperty = "-"

var specificationLine = regexp.MustCompile(`(?m)^\s*LTLSPEC\b(?:\s+NAME\s+([^\s:]+)\s*:=)?`)

// ParsePublished reads a value of the flag -published,
// FAMILY:SIZE[:NAME,NAME,…]=FILE. Without names, the file's LTLSPECs must have
// the names of properties themselves (LTLSPEC NAME …; conjuncts of one may have
// numbers after it, as in `name-1`), or be as many as the family has properties,
// in the same order. A property holds if all LTLSPECs of its name do; one that
// has several is only asked for together with all others.
func ParsePublished(text string) (PublishedFile, error) {
	p := PublishedFile{}
	head, path, found := strings.Cut(text, "=")
	parts := strings.Split(head, ":")
	if !found || path == "" || len(parts) < 2 || len(parts) > 3 {
		return p, fmt.Errorf("-published %s: not FAMILY:SIZE[:NAME,NAME…]=FILE", text)
	}
	f := family(parts[0])
	if f == nil {
		return p, fmt.Errorf("-published %s: there is no family %q", text, parts[0])
	}
	size, err := strconv.Atoi(parts[1])
	if err != nil || size < 1 {
		return p, fmt.Errorf("-published %s: %q is not a size", text, parts[1])
	}
	known, err := properties(f, size)
	if err != nil {
		return p, err
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return p, err
	}
	p = PublishedFile{Family: f.Name, Size: size, Path: path}
	named := specificationNames(string(source), known)
	switch {
	case len(parts) == 3:
		p.Properties = strings.Split(parts[2], ",")
	case slices.ContainsFunc(named, func(n string) bool { return slices.Contains(known, n) }):
		p.Properties = named
	case len(named) == len(known):
		p.Properties = known
	default:
		return p, fmt.Errorf("-published %s: say which properties its %d LTLSPECs are (FAMILY:SIZE:NAME,NAME,…): the family has %d",
			text, len(named), len(known))
	}
	if len(p.Properties) != len(named) {
		return p, fmt.Errorf("-published %s: %d names for %d LTLSPECs", text, len(p.Properties), len(named))
	}
	for i, name := range p.Properties {
		switch {
		case slices.Contains(known, name):
		case len(parts) == 3 && name != noProperty:
			return p, fmt.Errorf("-published %s: family %s has no property %q", text, f.Name, name)
		default:
			p.Properties[i] = noProperty
		}
	}
	return p, nil
}

// conjunctNumber is what our translation adds to a name where a property becomes
// several specifications.
var conjunctNumber = regexp.MustCompile(`-\d+$`)

// specificationNames lists the names of the LTLSPECs in a text, "" for those
// without, and known names without the number of a conjunct. Lines that are
// comments do not begin with LTLSPEC.
func specificationNames(text string, known []string) []string {
	var out []string
	for _, m := range specificationLine.FindAllStringSubmatch(text, -1) {
		name := m[1]
		if whole := conjunctNumber.ReplaceAllString(name, ""); !slices.Contains(known, name) && slices.Contains(known, whole) {
			name = whole
		}
		out = append(out, name)
	}
	return out
}

// hasSource reports whether there is something to read for a configuration.
func hasSource(c *Configuration, q Question, published []PublishedFile) bool {
	if c.Source != Published {
		return true
	}
	p := publishedFor(q, published)
	return p != nil && (q.Kind == AllProperties || p.index(q.Property) >= 0)
}

// index is the place of the LTLSPEC that a property is, if it is just one; else
// -1.
func (p *PublishedFile) index(property string) int {
	at := -1
	for i, name := range p.Properties {
		if name != property {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// publishedFor is the file for a question, or nil.
func publishedFor(q Question, published []PublishedFile) *PublishedFile {
	return first(published, func(p *PublishedFile) bool { return p.Family == q.Family && p.Size == q.Size })
}

// specifications are the file's, by their places in the properties.
func (p *PublishedFile) specifications(names []string) []smv.Specification {
	var out []smv.Specification
	for _, name := range p.Properties {
		out = append(out, smv.Specification{Name: name, Property: slices.Index(names, name)})
	}
	return out
}
