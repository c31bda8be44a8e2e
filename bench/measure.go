package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Case is one measurement to make.
type Case struct {
	// Model is a file as [Source] names it, Set are values of its constants.
	Model string         `json:"model"`
	Set   map[string]int `json:"set"`
	// Program, if it is not empty, is a program of package workload to run instead
	// of checking a model, and N in Set its size.
	Program string `json:"program,omitempty"`
	// Properties, if it is not empty, is a file of properties to check in place of
	// the model's, as [ReadProperties] takes it, and Only the name of the one that
	// counts; all if it is empty.
	Properties string `json:"properties,omitempty"`
	Only       string `json:"only,omitempty"`
	// Symmetry is the use of interchangeable agents.
	Symmetry Symmetry `json:"symmetry,omitempty"`
	// ReachOnly leaves out the properties.
	ReachOnly bool `json:"reach_only,omitempty"`
	// Engine is that of the diagrams, by the name that package bdd has for it; ""
	// is the default.
	Engine string `json:"engine,omitempty"`
	// MaxBytes bounds the tables of the diagrams, in bytes; 0 is no bound.
	MaxBytes int64 `json:"max_bytes,omitempty"`
	// CacheSize and InitialNodes are the options of package bdd of these names;
	// 0 is what it chooses itself.
	CacheSize    int `json:"cache_size,omitempty"`
	InitialNodes int `json:"initial_nodes,omitempty"`
	// Order lists variables from the top of the diagrams; see package symbolic.
	Order []string `json:"order,omitempty"`
	// Mixed is the order in which the variables of the same name stand together,
	// those of all agents, instead of the variables of the same agent. It is what
	// many encodings have, and a bad one here.
	Mixed bool `json:"mixed,omitempty"`
	// Reorder lets the engine look for a better order as diagrams grow, and tells
	// the order at the end.
	Reorder bool `json:"reorder,omitempty"`
}

// Symmetry is a use of interchangeable agents, by name; [mc.Symmetry] tells what each does. ""
// stands for [Conjuncts].
type Symmetry string

// The uses of symmetry.
const (
	Off       Symmetry = "off"       // mc.SymmetryOff
	Conjuncts Symmetry = "conjuncts" // mc.SymmetryConjuncts
	Orbits    Symmetry = "orbits"    // mc.SymmetryOrbits
)

var symmetries = map[Symmetry]mc.Symmetry{
	Off: mc.SymmetryOff, Conjuncts: mc.SymmetryConjuncts, "": mc.SymmetryConjuncts, Orbits: mc.SymmetryOrbits,
}

// A Measurement is what a case took. Times are in seconds of real time.
type Measurement struct {
	// ReadSeconds is the time for the text of the model, EncodeSeconds that for its encoding, and
	// ReachSeconds that for the reachable states.
	ReadSeconds   float64 `json:"read_seconds"`
	EncodeSeconds float64 `json:"encode_seconds"`
	ReachSeconds  float64 `json:"reach_seconds"`

	// Interactions and Variables count those of the encoding.
	Interactions int `json:"interactions"`
	Variables    int `json:"variables"`

	// Reached tells that the reachable states are complete; the next fields
	// are about them. The counts are decimal. Orbits is the number of orbits
	// that States was added up from, and then there is no diagram of them. Nodes
	// is the number of nodes of that diagram, Images that of the images computed,
	// Passes that of the passes over all interactions.
	Reached   bool   `json:"reached"`
	States    string `json:"states,omitempty"`
	Deadlocks string `json:"deadlocks,omitempty"`
	Orbits    int    `json:"orbits,omitempty"`
	Nodes     int    `json:"nodes,omitempty"`
	Images    int    `json:"images,omitempty"`
	Passes    int    `json:"passes,omitempty"`

	Properties []PropertyMeasurement `json:"properties,omitempty"`

	// PeakNodes and PeakBytes are the largest number of diagram nodes, garbage
	// included, and the largest size of their tables. Operations counts the
	// recursive calls of operations whose results were not known already.
	PeakNodes  int    `json:"peak_nodes"`
	PeakBytes  int64  `json:"peak_bytes"`
	Operations uint64 `json:"operations"`

	// Order is that of the diagrams at the end, if reordering was asked for.
	Order []string `json:"order,omitempty"`
}

// A PropertyMeasurement is what one property took.
type PropertyMeasurement struct {
	Name    string  `json:"name"`
	Verdict string  `json:"verdict"`
	Reason  string  `json:"reason,omitempty"`
	Seconds float64 `json:"seconds"`
	// AutomatonStates, AutomatonEdges and Conjuncts describe what was searched,
	// Images, Rounds and Nodes the search.
	AutomatonStates int `json:"automaton_states"`
	AutomatonEdges  int `json:"automaton_edges"`
	Conjuncts       int `json:"conjuncts"`
	Images          int `json:"images"`
	Rounds          int `json:"rounds"`
	Nodes           int `json:"nodes"`
	// Orbits is the number of orbits explored, if they were.
	Orbits int `json:"orbits,omitempty"`
}

// CheckSeconds is the time that the properties took together.
func (m *Measurement) CheckSeconds() float64 {
	sum := 0.0
	for _, p := range m.Properties {
		sum += p.Seconds
	}
	return sum
}

// Decided reports whether the reachable states are complete and, of the
// properties that were looked at, all are decided.
func (m *Measurement) Decided() bool {
	return m.Reached && m.DecidedProperties() == len(m.Properties)
}

// DecidedProperties is the number of properties that have a verdict.
func (m *Measurement) DecidedProperties() int {
	n := 0
	for _, p := range m.Properties {
		if p.Verdict != mc.Unknown.String() {
			n++
		}
	}
	return n
}

// Measure checks a model. It calls report, if that is not nil, after each
// phase with what is known by then. The context's end and the bound on memory
// are no errors: the measurement is what was done before.
func Measure(ctx context.Context, c Case, report func(*Measurement)) (*Measurement, error) {
	if report == nil {
		report = func(*Measurement) {}
	}
	if c.Program != "" {
		return measureProgram(ctx, c, report)
	}
	m := &Measurement{}
	start := time.Now()
	program, err := Read(c.Model, c.Set)
	if err != nil {
		return nil, err
	}
	if c.Properties != "" {
		if program, err = ReadProperties(program, c.Properties); err != nil {
			return nil, err
		}
	}
	m.ReadSeconds = time.Since(start).Seconds()
	report(m)

	symmetry, ok := symmetries[c.Symmetry]
	if !ok {
		return nil, fmt.Errorf("unknown use of symmetry %q", c.Symmetry)
	}
	encoding := symbolic.Options{BDD: c.options(), Order: c.Order}
	if c.Mixed {
		if encoding.Order, err = mixedOrder(ctx, program.System); err != nil {
			return m, err
		}
	}
	checker, err := mc.NewChecker(ctx, program.System, rcp.Fairness(program), mc.WithSymmetry(symmetry), mc.WithEncoding(encoding))
	if err != nil {
		return m, unlessLimit(err)
	}
	defer checker.Close()
	if c.Reorder {
		last := report
		report = func(m *Measurement) {
			m.Order = checker.Model().Order()
			last(m)
		}
	}
	start = time.Now()
	system, err := checker.Check(ctx) // there are no properties yet
	if err != nil {
		return m, err
	}
	m.system(&system.Stats)
	m.ReachSeconds = time.Since(start).Seconds()
	report(m)
	if !m.Reached || c.ReachOnly {
		return m, nil
	}
	for _, s := range program.Specs {
		if c.Only != "" && s.Name != c.Only {
			continue
		}
		r := checker.CheckProperty(ctx, rcp.Property(s))
		if errors.Is(r.Err, mc.ErrInternal) {
			return m, r.Err
		}
		m.property(&r)
		m.engine(checker.Model().Manager.Stats())
		report(m)
	}
	return m, nil
}

// options are those of package bdd.
func (c *Case) options() bdd.Options {
	return bdd.Options{Engine: c.Engine, MaxBytes: c.MaxBytes, CacheSize: c.CacheSize, InitialNodes: c.InitialNodes, AutoReorder: c.Reorder}
}

// mixedOrder lists the variables of a system by name, then by agent.
func mixedOrder(ctx context.Context, sys *recipe.System) ([]string, error) {
	m, err := symbolic.Encode(ctx, sys, symbolic.Options{NoTrials: true})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	order := m.Order()
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(local(a), local(b)) })
	return order, nil
}

// local is the name of a variable without that of its agent.
func local(name string) string { return name[strings.IndexByte(name, '-')+1:] }

// unlessLimit is err unless it says that a limit was reached.
func unlessLimit(err error) error {
	var limit *mc.LimitError
	if errors.As(err, &limit) {
		return nil
	}
	return err
}

func (m *Measurement) system(s *mc.SystemStats) {
	m.EncodeSeconds = s.EncodeSeconds
	m.Interactions, m.Variables = s.Interactions, s.Variables
	m.engine(s.Engine)
	if m.Reached = s.Reached; !m.Reached {
		return
	}
	m.States, m.Deadlocks, m.Orbits = s.States.String(), s.Deadlocks.String(), s.Orbits
	m.Nodes, m.Images, m.Passes = s.ReachableNodes, s.Images, s.Passes
}

func (m *Measurement) engine(s bdd.Stats) {
	m.PeakNodes, m.PeakBytes, m.Operations = s.Peak, s.PeakBytes, s.CacheMisses
}

func (m *Measurement) property(r *mc.Result) {
	m.Properties = append(m.Properties, PropertyMeasurement{
		Name: r.Property.Name, Verdict: r.Verdict.String(), Reason: r.Reason, Seconds: r.Seconds,
		AutomatonStates: r.Stats.AutomatonStates, AutomatonEdges: r.Stats.AutomatonEdges, Conjuncts: r.Stats.Conjuncts,
		Images: r.Stats.Images, Rounds: r.Stats.Rounds, Nodes: r.Stats.ProductNodes,
		Orbits: r.Stats.Orbits,
	})
}
