package certify

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Comparison is what the interpreter was asked about a ReCiPe system, for all properties of one
// check.
type Comparison struct {
	s     *subject.Subject
	plain *recipe.Interpreter
	// properties is how many there are to be tested on runs.
	properties int

	compared bool // the system has been compared; err is what came of that
	err      error
	done     Done
	walks    []*runs.Walk
	ready    int // the walks made when the system was compared
	kept     int // states on walks
	// Met is what the interpreter has met.
	Met *Met
	// byCommand are the model's interactions by the initiator's command; nil until they are needed.
	byCommand [][]*symbolic.Interaction
}

// Done says what of a system was compared; see Certificate of package mc.
type Done struct {
	Initial, States, Successors, Walks, Steps int
	Closed                                    bool
	Answers                                   int
	Reason                                    string
}

// Tested says what a property was tested on; see PropertyCertificate of package mc.
type Tested struct {
	Walks, Lassos, Unfair, Prefixes, Answers int
	Repeated                                 bool
	Reason                                   string
}

// New begins to compare a ReCiPe system, of which so many properties are to be tested on runs.
func New(s *subject.Subject, properties int) *Comparison {
	sys := s.Recipe.System
	return &Comparison{s: s, plain: recipe.NewInterpreter(sys), properties: properties, Met: NewMet(sys)}
}

// Done is what was compared so far.
func (e *Comparison) Done() Done { return e.done }

// Walks are the walks made so far, of which the first so many were made when the system was
// compared.
func (e *Comparison) Walks() (walks []*runs.Walk, compared int) { return e.walks, e.ready }

// ForJob is the comparison of a job: it begins with what e knows, and has made nothing itself. Jobs
// make their further walks for themselves. Walks depend on the order of variables of who makes
// them, and two jobs may reorder differently.
func (e *Comparison) ForJob(s *subject.Subject) *Comparison {
	job := *e
	job.s, job.byCommand = s, nil
	job.done = Done{}
	job.walks = slices.Clip(e.walks)
	job.Met = NewMet(e.plain.System())
	return &job
}

// Add adds what a job has asked the interpreter.
func (e *Comparison) Add(job *Comparison) {
	e.done.Walks += job.done.Walks
	e.done.Steps += job.done.Steps
	e.done.States += job.done.States
	e.done.Successors += job.done.Successors
	e.Met.add(job.Met)
}

// Refutes is an error if the interpreter has met what is said never to happen: a command that is
// executed, or a control state of an agent that is reached, as a pair of their numbers.
func (e *Comparison) Refutes(commands []int, states [][2]int) error {
	sys := e.plain.System()
	for _, id := range commands {
		if e.Met.Executed[id] {
			return fault.Internal("the interpreter executes %s, which the encoding never does", sys.CommandString(id))
		}
	}
	for _, at := range states {
		if e.Met.Visited[at[0]][at[1]] {
			return fault.Internal("%s reaches control state %d for the interpreter, which it never does for the encoding",
				sys.Agents[at[0]].Name, at[1])
		}
	}
	return nil
}

// Met are the commands, and the control states by agent, that the interpreter has met in reachable
// states.
type Met struct {
	Executed []bool
	Visited  [][]bool
}

// NewMet has met nothing of a system.
func NewMet(sys *recipe.System) *Met {
	m := &Met{make([]bool, len(sys.Commands)), make([][]bool, len(sys.Agents))}
	for a := range sys.Agents {
		m.Visited[a] = make([]bool, sys.Agents[a].States)
	}
	return m
}

// Meet notes a step that a reachable state has.
func (m *Met) Meet(s recipe.State, step recipe.Step) {
	for a, q := range s.Control {
		m.Visited[a][q] = true
	}
	if step.Kind == recipe.Stutter {
		return
	}
	m.Executed[step.Command] = true
	for _, p := range step.Participants {
		m.Executed[p.Command] = true
	}
}

// add notes what others have met.
func (m *Met) add(other *Met) {
	note := func(to, from []bool) {
		for i, met := range from {
			to[i] = to[i] || met
		}
	}
	note(m.Executed, other.Executed)
	for a := range m.Visited {
		note(m.Visited[a], other.Visited[a])
	}
}
