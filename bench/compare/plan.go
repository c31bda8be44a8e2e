package compare

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

// A Plan says what to measure.
type Plan struct {
	// Runs is how often each question is asked of each configuration.
	Runs int `json:"runs"`
	// Seconds limits the real time of each process, MebiBytes its resident memory, in 2^20 bytes.
	Seconds   float64 `json:"seconds"`
	MebiBytes int64   `json:"mebibytes"`
	// Groups are measured together: what several of them ask for is asked once.
	Groups []Group `json:"groups"`
	// Only selects configurations of the groups by the names that this regular expression matches
	// as a whole; empty selects all.
	Only string `json:"only,omitempty"`
}

// A Group asks configurations questions about families.
type Group struct {
	Families []FamilySizes `json:"families"`
	// Kinds are the kinds of questions.
	Kinds []Kind `json:"kinds"`
	// Properties selects properties by the names that this regular expression
	// matches, for [OneProperty]; empty selects all.
	Properties string `json:"properties,omitempty"`
	// Configurations selects configurations by the names that this regular
	// expression matches as a whole; empty selects all.
	Configurations string `json:"configurations,omitempty"`
}

// A FamilySizes is a family at some sizes.
type FamilySizes struct {
	Family string `json:"family"`
	Sizes  []int  `json:"sizes"`
}

// ReadPlan reads a plan in JSON and checks it.
func ReadPlan(r io.Reader) (*Plan, error) {
	p := &Plan{}
	if err := decode(r, p); err != nil {
		return nil, fmt.Errorf("not a plan: %w", err)
	}
	return p, p.Check()
}

// Check reports what is wrong with a plan.
func (p *Plan) Check() error {
	switch {
	case p.Runs < 1:
		return fmt.Errorf("%d runs: there must be one at least", p.Runs)
	case p.Seconds <= 0:
		return fmt.Errorf("a limit of %v seconds: it must be positive", p.Seconds)
	case p.MebiBytes <= 0:
		return fmt.Errorf("a limit of %d MiB: it must be positive", p.MebiBytes)
	}
	for _, g := range p.Groups {
		for _, f := range g.Families {
			if family(f.Family) == nil {
				return fmt.Errorf("there is no family %q", f.Family)
			}
			if len(f.Sizes) > 0 && slices.Min(f.Sizes) < 1 {
				return fmt.Errorf("family %s: size %d: it must be positive", f.Family, slices.Min(f.Sizes))
			}
		}
		for _, k := range g.Kinds {
			if !slices.Contains(kinds, k) {
				return fmt.Errorf("there is no kind of question %q: there are %q", k, kinds)
			}
		}
		for _, pattern := range []string{g.Properties, g.Configurations, p.Only} {
			if _, err := regexp.Compile(pattern); err != nil {
				return fmt.Errorf("names of properties or configurations: %w", err)
			}
		}
	}
	return nil
}

func family(name string) *bench.Family {
	for _, f := range bench.Families() {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// A task is a question for a configuration.
type task struct {
	Question
	configuration *Configuration
}

// schedule lists the tasks of a plan for the configurations given, each once:
// the families in their order and by size, then the questions, and innermost
// the configurations, so that what disturbs the machine for a while disturbs
// all of them.
func (p *Plan) schedule(configurations []Configuration) ([]task, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	var questions []Question
	asked := map[task]bool{}
	for _, g := range p.Groups {
		all, err := g.questions()
		if err != nil {
			return nil, err
		}
		selects := func(pattern, name string) bool { // Check has compiled it
			return pattern == "" || regexp.MustCompile("^(?:"+pattern+")$").MatchString(name)
		}
		for _, q := range all {
			questions = append(questions, q)
			for i := range configurations {
				c := &configurations[i]
				if selects(g.Configurations, c.Name) && selects(p.Only, c.Name) && slices.Contains(c.Kinds, q.Kind) {
					asked[task{q, c}] = true
				}
			}
		}
	}
	slices.SortStableFunc(questions, compareBySubject)
	var out []task
	for _, q := range questions {
		for i := range configurations { // in their order
			if t := (task{q, &configurations[i]}); asked[t] {
				out = append(out, t)
				delete(asked, t) // several groups may have the question
			}
		}
	}
	return out, nil
}

// compareBySubject puts families in their order, then sizes, then kinds;
// properties stay as they are.
func compareBySubject(a, b Question) int {
	order := func(q Question) int {
		return slices.IndexFunc(bench.Families(), func(f *bench.Family) bool { return f.Name == q.Family })
	}
	return cmp.Or(order(a)-order(b), a.Size-b.Size, slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind))
}

// questions lists the questions of a group.
func (g *Group) questions() ([]Question, error) {
	var out []Question
	wanted := regexp.MustCompile(g.Properties) // Check has compiled it
	for _, f := range g.Families {
		for _, size := range f.Sizes {
			for _, k := range g.Kinds {
				if k != OneProperty {
					out = append(out, Question{Family: f.Family, Size: size, Kind: k})
					continue
				}
				names, err := properties(family(f.Family), size)
				if err != nil {
					return nil, err
				}
				for _, name := range names {
					if wanted.MatchString(name) {
						out = append(out, Question{Family: f.Family, Size: size, Kind: k, Property: name})
					}
				}
			}
		}
	}
	return out, nil
}

// properties lists the names of a family's properties.
func properties(f *bench.Family, size int) ([]string, error) {
	program, err := bench.Read(f.File(), f.Set(size))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, s := range program.Specs {
		out = append(out, s.Name)
	}
	return out, nil
}

// Write prints every command line of a plan, whether its tools are there or not, and how many
// processes that are at most. The files that the commands read are made, but nowhere written.
func (p *Plan) Write(w io.Writer) error {
	tasks, err := p.schedule(Configurations())
	if err != nil {
		return err
	}
	builder := newCommandBuilder("")
	var last Question
	inputs := map[string]bool{"": true}
	for _, t := range tasks {
		if t.Question != last {
			last = t.Question
			fmt.Fprintf(w, "# %v\n", last)
		}
		c, err := builder.command(t)
		if err != nil {
			fmt.Fprintf(w, "# %s: %v\n", t.configuration.Name, err)
			continue
		}
		if !inputs[c.input] {
			inputs[c.input] = true
			fmt.Fprintln(w, c.input)
		}
		fmt.Fprintln(w, shell(t.configuration.Tool, c.arguments))
	}
	_, err = fmt.Fprintf(w, "# %d measurements, %d runs of each, of at most %v s and %d MiB\n",
		len(tasks), p.Runs, p.Seconds, p.MebiBytes)
	return err
}
