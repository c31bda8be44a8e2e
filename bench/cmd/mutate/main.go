// Mutate shows that the tests would notice: it makes small mistakes in the sources, and for each
// runs the one test that is named to find it. A mistake that its test does not find is an error,
// and so is one that can no longer be made because the source has changed.
//
//	go run ./bench/cmd/mutate                   # all mutations: 21 minutes of CPU time
//	go run ./bench/cmd/mutate -sample 6 -seed x # some of every layer in turn, chosen by the seed
//	go run ./bench/cmd/mutate -sample 2 -base main # also all in files that differ from a commit
//	go run ./bench/cmd/mutate -run 'automaton|hull'
//	go run ./bench/cmd/mutate -list
//
// There are two ways. Many mutations are compiled together: the tests of a package become one
// binary with all of them, and an environment variable chooses the one that acts (schemata.go,
// together.go). Few mutations are compiled alone, one after the other (mutation.go); so is each
// mutation outside of functions, and each that its test does not find in the binary with all
// (runner.go). A line that ends with "compiled alone" tells of such a second try.
//
// Mutated sources are put in place by the build's overlay (see go help build), so that the checkout
// is never touched, and everything that no mutation concerns comes from the build cache. A test
// that runs out of time has found its mutation.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	sample := flag.Int("sample", 0, "run `N` mutations, chosen by the seed, instead of all")
	seed := flag.String("seed", "", "any `text` that decides which mutations a sample has")
	base := flag.String("base", "", "with the sample, run all mutations in files that differ from `COMMIT`")
	budget := flag.Duration("budget", 0,
		"begin no mutation when `TIME` has passed since the first could begin; 0 is no limit")
	pattern := flag.String("run", "", "run the mutations whose layer, file or name matches `REGEXP`")
	list := flag.Bool("list", false, "list the mutations and what finds them, and make none")
	jobs := flag.Int("jobs", runtime.NumCPU(), "make `N` mutations at a time")
	enough := flag.Int("together", 8, "compile `N` or more mutations together, and fewer alone")
	timeout := flag.Duration("timeout", 3*time.Minute, "`TIME` for the test of one mutation")
	flag.Parse()
	changed, err := changedSince(*base)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	chosen, err := choose(*pattern, *sample, *seed, changed)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *list {
		for _, m := range chosen {
			fmt.Printf("%-11s %-60s %s %s\n", m.layer, m.Name, m.Package, m.Test)
		}
		return
	}
	root, err := moduleRoot()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if !run(ctx, root, chosen, *enough, max(1, *jobs), *timeout, *budget) {
		os.Exit(1)
	}
}

// changedSince lists the files that differ from a commit; without one there are none.
func changedSince(base string) (map[string]bool, error) {
	if base == "" {
		return nil, nil
	}
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("git", "diff", "--name-only", "--relative", base)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git does not know what differs from %s: %w; name a commit of this repository", base, err)
	}
	changed := map[string]bool{}
	for name := range strings.Lines(string(out)) {
		changed[strings.TrimSpace(name)] = true
	}
	return changed, nil
}

// choose selects mutations by a pattern, and of these a sample: one of each layer, then a second
// one, and so on. After the sample come all others in changed files, in an order that the seed
// decides.
func choose(pattern string, sample int, seed string, changed map[string]bool) ([]placed, error) {
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(mutations(), func(m placed) bool {
		return !expression.MatchString(strings.Join([]string{m.layer, m.File, m.Name}, " "))
	})
	if sample <= 0 && changed == nil || sample >= len(chosen) {
		return chosen, nil
	}
	h := fnv.New64a()
	h.Write([]byte(seed))
	random := rand.New(rand.NewPCG(h.Sum64(), 0))
	random.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	turn, turns := map[string]int{}, make([][]placed, len(chosen))
	for _, m := range chosen {
		turns[turn[m.layer]] = append(turns[turn[m.layer]], m)
		turn[m.layer]++
	}
	ordered := slices.Concat(turns...)
	rest := slices.DeleteFunc(slices.Clone(ordered[sample:]), func(m placed) bool { return !changed[m.File] })
	return append(ordered[:sample], rest...), nil
}

// errLeft says that the budget was spent before a mutation began.
var errLeft = errors.New("left, the budget is spent")

// run makes the mutations, some at a time, and reports whether all were found. If there are enough
// of them, they are compiled together. Before the first mutation of a test, the test must pass as
// the source is.
func run(ctx context.Context, root string, chosen []placed, enough, jobs int,
	timeout, budget time.Duration) bool {
	start := time.Now()
	w := runner{root: root, timeout: timeout, sound: map[soundness]func() error{}}
	if len(chosen) >= enough {
		dir, err := os.MkdirTemp("", "mutate")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return false
		}
		defer os.RemoveAll(dir)
		if w.together, err = compileTogether(ctx, root, dir, chosen); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return false
		}
		t := w.together
		fmt.Printf("%d mutations compiled together in %.0f s; ", len(t.numbers), time.Since(start).Seconds())
		fmt.Printf("alone: %d outside of functions, %d whose copies do not compile\n", t.outside, t.broken)
	}
	missed, left := 0, 0
	made := map[string]int{}
	first := time.Now()
	work := func(m placed) (string, error) {
		if budget > 0 && time.Since(first) > budget {
			return "", errLeft
		}
		return w.try(ctx, m.Mutation)
	}
	each(jobs, chosen, work, func(i int, m placed, o outcome) {
		if errors.Is(o.err, errLeft) {
			left++
			return
		}
		made[m.layer]++
		fmt.Printf("%3d/%d %5.1f s  %-11s %s: ", i+1, len(chosen), o.took.Seconds(), m.layer, m.Name)
		if o.err == nil {
			fmt.Println("found by", m.Test+o.note)
		} else {
			missed++
			fmt.Println("NOT FOUND:", o.err)
		}
	})
	for _, l := range layers {
		if made[l.name] > 0 {
			fmt.Printf("%d of layer %s\n", made[l.name], l.name)
		}
	}
	fmt.Printf("%d mutations, %d not found, %d left to other runs, %.0f s\n", len(chosen)-left, missed, left, time.Since(start).Seconds())
	return missed == 0 && ctx.Err() == nil
}

// An outcome is what came of a mutation: nil if its test found it, and a note on how.
type outcome struct {
	note string
	err  error
	took time.Duration
}

// each calls work for the mutations, up to jobs at a time, and report with what came of it, in the
// order of the list.
func each(jobs int, list []placed, work func(placed) (string, error),
	report func(i int, m placed, o outcome)) {
	outcomes := make([]chan outcome, len(list))
	for i := range outcomes {
		outcomes[i] = make(chan outcome, 1)
	}
	slots := make(chan struct{}, jobs)
	go func() {
		for i, m := range list {
			slots <- struct{}{}
			go func() {
				start := time.Now()
				note, err := work(m)
				outcomes[i] <- outcome{note, err, time.Since(start)}
				<-slots
			}()
		}
	}()
	for i, m := range list {
		report(i, m, <-outcomes[i])
	}
}
