// Mutate shows that the tests would notice: it makes one small mistake after the other in the sources, each in a temporary copy, and
// runs the one test that is named to find it. A mistake that its test does not find is an error, and so is one that can no longer be
// made because the source has changed.
//
//	go run ./mc/internal/mutate                   # all mutations, some minutes on two cores
//	go run ./mc/internal/mutate -sample 6 -seed x # some of every layer in turn, chosen by the seed
//	go run ./mc/internal/mutate -run 'automaton|hull'
//	go run ./mc/internal/mutate -list
//
// The copies are put in place by the build's overlay (see go help build), so that the checkout is never touched and everything that a
// mutation does not concern comes from the build cache. A test that runs out of time has found its mutation.
package main

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
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
	pattern := flag.String("run", "", "run the mutations whose layer, file or name matches `REGEXP`")
	list := flag.Bool("list", false, "list the mutations and what finds them, and make none")
	jobs := flag.Int("jobs", runtime.NumCPU(), "make `N` mutations at a time")
	timeout := flag.Duration("timeout", 3*time.Minute, "`TIME` for the test of one mutation")
	flag.Parse()
	chosen, err := choose(*pattern, *sample, *seed)
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if !run(ctx, chosen, max(1, *jobs), *timeout) {
		os.Exit(1)
	}
}

// choose selects mutations by a pattern, and of these a sample: one of each layer, then a second one, and so on.
func choose(pattern string, sample int, seed string) ([]placed, error) {
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(mutations(), func(m placed) bool {
		return !expression.MatchString(strings.Join([]string{m.layer, m.File, m.Name}, " "))
	})
	if sample <= 0 || sample >= len(chosen) {
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
	return slices.Concat(turns...)[:sample], nil
}

// run makes the mutations, some at a time, and reports whether all were found.
func run(ctx context.Context, chosen []placed, jobs int, timeout time.Duration) bool {
	root, err := moduleRoot()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return false
	}
	start := time.Now()
	var tests []placed // one for each test
	for _, m := range chosen {
		if !slices.ContainsFunc(tests, func(o placed) bool { return o.Package == m.Package && o.Test == m.Test }) {
			tests = append(tests, m)
		}
	}
	failing := 0
	each(jobs, tests, func(m placed) error { return m.sound(ctx, root, timeout) }, func(_ int, _ placed, err error, _ time.Duration) {
		if err != nil {
			failing++
			fmt.Fprintln(os.Stderr, err)
		}
	})
	if failing > 0 {
		return false
	}
	fmt.Printf("%d tests pass as the source is, %.0f s\n", len(tests), time.Since(start).Seconds())
	missed := 0
	made := map[string]int{}
	each(jobs, chosen, func(m placed) error { return m.try(ctx, root, timeout) }, func(i int, m placed, err error, took time.Duration) {
		made[m.layer]++
		fmt.Printf("%3d/%d %5.1f s  %-11s %s: ", i+1, len(chosen), took.Seconds(), m.layer, m.Name)
		if err == nil {
			fmt.Println("found by", m.Test)
		} else {
			missed++
			fmt.Println("NOT FOUND:", err)
		}
	})
	for _, l := range layers {
		if made[l.name] > 0 {
			fmt.Printf("%d of layer %s\n", made[l.name], l.name)
		}
	}
	fmt.Printf("%d mutations, %d not found, %.0f s\n", len(chosen), missed, time.Since(start).Seconds())
	return missed == 0 && ctx.Err() == nil
}

// each calls work for the mutations, up to jobs at a time, and report with what came of it, in the order of the list.
func each(jobs int, list []placed, work func(placed) error, report func(i int, m placed, err error, took time.Duration)) {
	type outcome struct {
		err  error
		took time.Duration
	}
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
				err := work(m)
				outcomes[i] <- outcome{err, time.Since(start)}
				<-slots
			}()
		}
	}()
	for i, m := range list {
		o := <-outcomes[i]
		report(i, m, o.err, o.took)
	}
}
