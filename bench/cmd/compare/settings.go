package main

import (
	"cmp"
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

// settings are the flags of a command, and what else stands on its command line.
type settings struct {
	plan                    *compare.Plan
	nusmv, nuxmv, abc, ours string
	machine, output, report string
	files                   []string
}

var allKinds = []compare.Kind{compare.OneProperty, compare.AllProperties, compare.ReachableStates}

// defaultPlan asks everything about sizes that suit tests; quickPlan takes a few seconds.
func defaultPlan() *compare.Plan {
	g := compare.Group{Kinds: allKinds}
	for _, f := range bench.Families() {
		g.Families = append(g.Families, compare.FamilySizes{Family: f.Name, Sizes: f.Small})
	}
	return &compare.Plan{Runs: 3, Seconds: 20, MebiBytes: 2048, Groups: []compare.Group{g}}
}

func quickPlan() *compare.Plan {
	return &compare.Plan{Runs: 1, Seconds: 10, MebiBytes: 1024, Groups: []compare.Group{{
		Families:   []compare.FamilySizes{{Family: "ring", Sizes: []int{2}}, {Family: "commit", Sizes: []int{1, 2}}},
		Kinds:      allKinds,
		Properties: "^(mutual_exclusion|served|rests|agreement|decided)$",
		// not abc-bmc3, which can only find violations
		Configurations: "native.*|rudd|nu[sx]mv.*|abc-pdr",
	}}}
}

// parse reads the flags of a command, which may stand before and after its other arguments.
func parse(name string, args []string, stderr io.Writer) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("compare", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: compare [run|plan|report RESULTS...] [flags]")
		f.PrintDefaults()
	}
	plan := f.String("plan", "", "read the plan from this JSON `file`")
	quick := f.Bool("quick", false, "a small plan, of seconds")
	runs := f.Int("runs", 0, "`number` of runs of each measurement (3, or the plan's)")
	timeout := f.Duration("timeout", 0, "limit of `time` for each process (20s, or the plan's)")
	memory := f.Int64("mem", 0, "limit of memory for each process, in `MiB` (2048, or the plan's)")
	families := f.String("families", "", "only families whose name matches this `regexp`")
	sizes := f.String("sizes", "", "these `sizes`, separated by commas, in place of the plan's")
	kinds := f.String("kinds", "", "these `kinds` of questions, separated by commas: property, all, reach")
	properties := f.String("properties", "", "properties whose name matches this `regexp`")
	configurations := f.String("configurations", "", "only configurations whose whole name matches this `regexp`")
	f.StringVar(&s.nusmv, "nusmv", "", "`path` of NuSMV (the one in the PATH, if any)")
	f.StringVar(&s.nuxmv, "nuxmv", "", "`path` of nuXmv (the one in the PATH, if any)")
	f.StringVar(&s.abc, "abc", "", "`path` of berkeley-abc (the one in the PATH, if any)")
	f.StringVar(&s.ours, "ours", "", "`path` of rcheck-bdd (built from this checkout)")
	f.StringVar(&s.machine, "machine", "", "`name` of this machine in reports")
	f.StringVar(&s.output, "o", "compare.json", "write results to this `file`")
	f.StringVar(&s.report, "report", "", "write a report in Markdown to this `file`")
	for err := f.Parse(args); ; err = f.Parse(args) {
		if err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			break
		}
		s.files, args = append(s.files, f.Arg(0)), f.Args()[1:]
	}
	if len(s.files) > 0 && name != "report" {
		return nil, fmt.Errorf("%s does not need %q", name, s.files[0])
	}
	var err error
	if s.plan, err = choosePlan(*plan, *quick); err != nil {
		return nil, err
	}
	s.plan.Runs = cmp.Or(*runs, s.plan.Runs)
	s.plan.Seconds = cmp.Or(timeout.Seconds(), s.plan.Seconds)
	s.plan.MebiBytes = cmp.Or(*memory, s.plan.MebiBytes)
	only, err := regexp.Compile(*families)
	if err != nil {
		return nil, fmt.Errorf("-families: %w", err)
	}
	s.plan.Only = *configurations
	for i := range s.plan.Groups {
		g := &s.plan.Groups[i]
		g.Families = slices.DeleteFunc(g.Families, func(f compare.FamilySizes) bool { return !only.MatchString(f.Family) })
		g.Properties = cmp.Or(*properties, g.Properties)
		for j := range g.Families {
			if err := replace(&g.Families[j].Sizes, *sizes, strconv.Atoi); err != nil {
				return nil, fmt.Errorf("-sizes: %w", err)
			}
		}
		_ = replace(&g.Kinds, *kinds, func(k string) (compare.Kind, error) { return compare.Kind(k), nil })
	}
	return s, s.plan.Check()
}

// replace puts what a list says, separated by commas, in place of what there is; an empty list
// changes nothing.
func replace[T any](all *[]T, list string, read func(string) (T, error)) error {
	if list == "" {
		return nil
	}
	*all = nil
	for text := range strings.SplitSeq(list, ",") {
		one, err := read(text)
		if err != nil {
			return err
		}
		*all = append(*all, one)
	}
	return nil
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
