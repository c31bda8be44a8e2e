package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
)

// settings are the flags of run and plan.
type settings struct {
	plan                          *compare.Plan
	nusmv, nuxmv, abc, ours, tags string
	published                     []compare.PublishedFile
	machine                       string
	output, report, resume        string
}

// defaultPlan asks everything about sizes that suit tests.
func defaultPlan() *compare.Plan {
	p := &compare.Plan{Runs: 3, Seconds: 20, MebiBytes: 2048}
	g := compare.Group{Kinds: []compare.Kind{compare.OneProperty, compare.AllProperties, compare.ReachableStates}}
	for _, f := range bench.Families() {
		g.Families = append(g.Families, compare.FamilySizes{Family: f.Name, Sizes: f.Small})
	}
	p.Groups = []compare.Group{g}
	return p
}

// quickPlan takes a few seconds.
func quickPlan() *compare.Plan {
	return &compare.Plan{
		Runs: 1, Seconds: 10, MebiBytes: 1024,
		Groups: []compare.Group{{
			Families:   []compare.FamilySizes{{Family: "ring", Sizes: []int{2}}, {Family: "commit", Sizes: []int{1, 2}}},
			Kinds:      []compare.Kind{compare.OneProperty, compare.AllProperties, compare.ReachableStates},
			Properties: "^(mutual_exclusion|served|rests|agreement|decided)$",
			// not abc-bmc3, which can only find violations
			Configurations: "native.*|rudd|nu[sx]mv.*|abc-pdr",
		}},
	}
}

// A restriction is what flags change of a plan; the zero values of its fields
// change nothing.
type restriction struct {
	families       string
	sizes          string
	kinds          string
	properties     string
	configurations string
}

func parseRun(usage string, args []string, stderr io.Writer) (*settings, error) {
	s := &settings{}
	var less restriction
	f := newFlags(usage, stderr)
	plan := f.String("plan", "", "read the plan from this JSON `file`")
	quick := f.Bool("quick", false, "a small plan, of seconds")
	runs := f.Int("runs", 0, "`number` of runs of each measurement (3, or the plan's)")
	timeout := f.Duration("timeout", 0, "limit of `time` for each process (20s, or the plan's)")
	memory := f.Int64("mem", 0, "limit of memory for each process, in `MiB` (2048, or the plan's)")
	f.StringVar(&less.families, "families", "", "only families whose name matches this `regexp`")
	f.StringVar(&less.sizes, "sizes", "", "these `sizes`, separated by commas, for all families, in place of the plan's")
	f.StringVar(&less.kinds, "kinds", "", "these `kinds` of questions in place of the plan's, separated by commas: property, all, reach")
	f.StringVar(&less.properties, "properties", "", "properties whose name matches this `regexp`, in place of the plan's")
	f.StringVar(&less.configurations, "configurations", "", "only configurations whose whole name matches this `regexp`: "+strings.Join(names(), " "))
	f.StringVar(&s.nusmv, "nusmv", "", "`path` of NuSMV (the one in the PATH, if any)")
	f.StringVar(&s.nuxmv, "nuxmv", "", "`path` of nuXmv (the one in the PATH, if any)")
	f.StringVar(&s.abc, "abc", "", "`path` of berkeley-abc (the one in the PATH, if any)")
	f.StringVar(&s.ours, "ours", "", "`path` of rcheck-bdd (built from this checkout)")
	f.StringVar(&s.tags, "tags", "", "build `tags` for rcheck-bdd, such as buddy")
	f.Func("published", "`FAMILY:SIZE[:NAME,NAME…]=FILE`: measure the peers on this SMV file too, whose LTLSPECs are the properties\nnamed, - for none (repeatable)", func(text string) error {
		p, err := compare.ParsePublished(text)
		s.published = append(s.published, p)
		return err
	})
	f.StringVar(&s.machine, "machine", "", "`name` of this machine in reports")
	f.StringVar(&s.output, "o", "compare.json", "write results to this `file`, and to one that ends in .csv instead of .json")
	f.StringVar(&s.report, "report", "", "write a report to this `directory` too")
	f.StringVar(&s.resume, "resume", "", "continue the run that was interrupted and left this `file`, and write to it")
	rest, err := parseMixed(f, args)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("what is %q for?", rest[0])
	}
	if s.plan, err = choosePlan(*plan, *quick); err != nil {
		return nil, err
	}
	if *runs != 0 {
		s.plan.Runs = *runs
	}
	if *timeout != 0 {
		s.plan.Seconds = timeout.Seconds()
	}
	if *memory != 0 {
		s.plan.MebiBytes = *memory
	}
	if err := less.apply(s.plan); err != nil {
		return nil, err
	}
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if s.resume != "" && !given["o"] {
		s.output = s.resume
	}
	return s, s.plan.Check()
}

func choosePlan(path string, quick bool) (*compare.Plan, error) {
	switch {
	case quick && path != "":
		return nil, errors.New("-quick and -plan: one of them, please")
	case quick:
		return quickPlan(), nil
	case path == "":
		return defaultPlan(), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := compare.ReadPlan(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// apply changes a plan.
func (r *restriction) apply(p *compare.Plan) error {
	only, err := regexp.Compile(r.families)
	if err != nil {
		return fmt.Errorf("-families: %w", err)
	}
	sizes, err := numbers(r.sizes)
	if err != nil {
		return fmt.Errorf("-sizes: %w", err)
	}
	for i := range p.Groups {
		g := &p.Groups[i]
		g.Families = slices.DeleteFunc(g.Families, func(f compare.FamilySizes) bool { return !only.MatchString(f.Family) })
		for j := range g.Families {
			if sizes != nil {
				g.Families[j].Sizes = sizes
			}
		}
		if r.kinds != "" {
			g.Kinds = nil
			for k := range strings.SplitSeq(r.kinds, ",") {
				g.Kinds = append(g.Kinds, compare.Kind(k))
			}
		}
		if r.properties != "" {
			g.Properties = r.properties
		}
		if r.configurations != "" {
			if g.Configurations, err = both(g.Configurations, r.configurations); err != nil {
				return fmt.Errorf("-configurations: %w", err)
			}
		}
	}
	return nil
}

// both is an expression for the configurations that two expressions select.
func both(a, b string) (string, error) {
	first, err := regexp.Compile("^(?:" + a + ")$")
	if err != nil {
		return "", err
	}
	second, err := regexp.Compile("^(?:" + b + ")$")
	if err != nil {
		return "", err
	}
	var out []string
	for _, name := range names() {
		if (a == "" || first.MatchString(name)) && second.MatchString(name) {
			out = append(out, regexp.QuoteMeta(name))
		}
	}
	if len(out) == 0 {
		return "-", nil // the name of none
	}
	return strings.Join(out, "|"), nil
}

func numbers(text string) ([]int, error) {
	var out []int
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	slices.Sort(out)
	return out, nil
}

func names() []string {
	var out []string
	for _, c := range compare.Configurations() {
		out = append(out, c.Name)
	}
	return out
}
