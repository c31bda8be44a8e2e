// Mutate shows that the tests would notice: it makes one small mistake after the other in the sources, each in a temporary copy, and
// runs the one test that is named to find it. A mistake that its test does not find is an error, and so is one that can no longer be
// made because the source has changed.
//
//	go run ./mc/internal/mutate                  # all mutations
//	go run ./mc/internal/mutate -sample 6 -seed x # some, chosen by the seed
//	go run ./mc/internal/mutate -run 'kernel|hull'
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
	"slices"
	"strings"
	"time"
)

func main() {
	sample := flag.Int("sample", 0, "run `N` mutations, chosen by the seed, instead of all")
	seed := flag.String("seed", "", "any `text` that decides which mutations a sample has")
	pattern := flag.String("run", "", "run the mutations whose layer, file or name matches `REGEXP`")
	list := flag.Bool("list", false, "list the mutations and what finds them, and make none")
	timeout := flag.Duration("timeout", 3*time.Minute, "`TIME` for the test of one mutation")
	flag.Parse()
	chosen, err := choose(*pattern, *sample, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *list {
		for _, m := range chosen {
			fmt.Printf("%-10s %-60s %s %s\n", m.layer(), m.Name, m.Package, m.Test)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if !run(ctx, chosen, *timeout) {
		os.Exit(1)
	}
}

// choose selects mutations by a pattern, and of these a sample.
func choose(pattern string, sample int, seed string) ([]Mutation, error) {
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(slices.Clone(mutations()), func(m Mutation) bool {
		return !expression.MatchString(strings.Join([]string{m.layer(), m.File, m.Name}, " "))
	})
	if sample > 0 && sample < len(chosen) {
		h := fnv.New64a()
		h.Write([]byte(seed))
		random := rand.New(rand.NewPCG(h.Sum64(), 0))
		random.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
		chosen = chosen[:sample]
	}
	return chosen, nil
}

// run makes the mutations one by one and reports whether all were found.
func run(ctx context.Context, chosen []Mutation, timeout time.Duration) bool {
	root, err := moduleRoot()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return false
	}
	start := time.Now()
	tests := map[string]bool{}
	for _, m := range chosen {
		if key := m.Package + " " + m.Test; !tests[key] {
			tests[key] = true
			if err := m.sound(ctx, root, timeout); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return false
			}
		}
	}
	fmt.Printf("%d tests pass as the source is, %.0f s\n", len(tests), time.Since(start).Seconds())
	missed := 0
	for i, m := range chosen {
		began := time.Now()
		verdict := m.try(ctx, root, timeout)
		if verdict != nil {
			missed++
		}
		fmt.Printf("%3d/%d %5.1f s  %-10s %s: ", i+1, len(chosen), time.Since(began).Seconds(), m.layer(), m.Name)
		if verdict == nil {
			fmt.Println("found by", m.Test)
		} else {
			fmt.Println("NOT FOUND:", verdict)
		}
		if ctx.Err() != nil {
			return false
		}
	}
	fmt.Printf("%d mutations, %d not found, %.0f s\n", len(chosen), missed, time.Since(start).Seconds())
	return missed == 0
}
