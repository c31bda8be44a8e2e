package compare

import (
	"cmp"
	"fmt"
)

// A Kind is what a question asks for.
type Kind string

// The kinds, in the order of reports.
const (
	// OneProperty asks whether one property holds; a peer's model has what this
	// property observes and nothing else.
	OneProperty Kind = "property"
	// AllProperties asks for the verdicts of all properties in one process; a
	// peer's model has what any of them observes.
	AllProperties Kind = "all"
	// ReachableStates asks for their number; models have no properties then.
	ReachableStates Kind = "reach"
)

// kinds are all kinds in order.
var kinds = []Kind{OneProperty, AllProperties, ReachableStates}

var kindNames = map[Kind]string{OneProperty: "one property", AllProperties: "all properties", ReachableStates: "reachable states"}

// A Question is what is asked about a model.
type Question struct {
	// Family is the name of a family of package bench.
	Family string `json:"family"`
	Size   int    `json:"size"`
	Kind   Kind   `json:"kind"`
	// Property is the name of the property, for [OneProperty]; empty for other kinds.
	Property string `json:"property,omitempty"`
}

// subject is what the question asks for, without family and size.
func (q Question) subject() string {
	return cmp.Or(q.Property, kindNames[q.Kind])
}

// String is a line: family, size and subject.
func (q Question) String() string { return fmt.Sprintf("%s %d, %s", q.Family, q.Size, q.subject()) }

// stem is the question as part of names of files.
func (q Question) stem() string {
	return fmt.Sprintf("%s-%d-%s", q.Family, q.Size, cmp.Or(q.Property, string(q.Kind)))
}
