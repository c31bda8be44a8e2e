//go:build unix

package workbench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
)

// An editing is a model of a family while somebody edits it: the text around the properties, and
// the properties.
type editing struct {
	around string
	specs  []string
	all    []string // the formulas of the family
}

var specification = regexp.MustCompile(`(?m)^SPEC (NAME \w+ := )?`)

// newEditing is the model of a size, as `--set` makes it.
func newEditing(t testing.TB, f *bench.Family, size int) *editing {
	source, err := models.Source(f.File())
	require.NoError(t, err)
	text := string(source)
	for _, name := range f.Constants {
		constant := regexp.MustCompile(`(?m)^const ` + name + ` = \w+`)
		text = constant.ReplaceAllString(text, "const "+name+" = "+strconv.Itoa(size))
	}
	d := NewDocument("file:///"+f.File(), "", 1, text)
	x, last := &editing{}, 0
	for _, s := range liveSpecs(d) {
		x.around += text[last : s.end-len(s.property)]
		last = s.end
		x.specs = append(x.specs, strings.TrimRight(s.property, "; \n"))
	}
	x.around += text[last:]
	for _, s := range x.specs {
		x.all = append(x.all, specification.ReplaceAllString(s, ""))
	}
	return x
}

func (x *editing) document(name string, n int) *Document {
	return NewDocument("file:///"+name, "", n, x.around+"\n"+strings.Join(x.specs, ";\n")+";\n")
}

// edit changes a formula, or each seventh time the text around all of them, as an edit of a command
// does.
func (x *editing) edit(r *rand.Rand, n int) (alone bool) {
	if n%7 == 6 {
		x.around += "\n// edit " + strconv.Itoa(n)
		return false
	}
	pick := func() string { return "(" + x.all[r.IntN(len(x.all))] + ")" }
	i := r.IntN(len(x.specs))
	x.specs[i] = "SPEC " + []func() string{
		pick,
		func() string { return "!" + pick() },
		func() string { return pick() + " & " + pick() },
		func() string { return pick() + " -> " + pick() },
	}[r.IntN(4)]()
	return true
}

// A cost is what a check took.
type cost struct{ wall, processor time.Duration }

func spent() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// untilSpent is a context that ends when the process has taken so much more processor time: on a
// busy machine a check then comes as far as on a quiet one.
func untilSpent(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	before := spent()
	go func() {
		for ctx.Err() == nil && spent() < before+most {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	return ctx, cancel
}

func costOf(do func()) cost {
	wall, processor := time.Now(), spent()
	do()
	return cost{time.Since(wall), spent() - processor}
}

// quantiles are the median and the 95 % of costs, in milliseconds: of the wall clock and of the
// processor.
func quantiles(list []cost) string {
	of := func(f func(cost) time.Duration) string {
		var out []time.Duration
		for _, c := range list {
			out = append(out, f(c))
		}
		slices.Sort(out)
		at := func(percent int) float64 {
			return float64(out[(len(out)-1)*percent/100].Microseconds()) / 1000
		}
		return fmt.Sprintf("%.1f | %.1f", at(50), at(95))
	}
	wall := of(func(c cost) time.Duration { return c.wall })
	return wall + " | " + of(func(c cost) time.Duration { return c.processor })
}

// BenchmarkSession edits models of all families as somebody who types does. It prints what it takes
// from the end of the pause to the last verdict: reading the text, its diagnostics, and the check.
// The last columns are checks from scratch of the texts whose model was edited.
func BenchmarkSession(b *testing.B) {
	b.Log("| model | size | a property: median | 95 % | CPU | 95 % | the model: median | 95 % | " +
		"CPU | 95 % | from scratch: median | 95 % | CPU | 95 % | not decided |")
	for _, f := range bench.Families() {
		for _, size := range slices.Compact([]int{f.Small[len(f.Small)-1], f.Sizes[0]}) {
			b.Run(fmt.Sprintf("%s-%d", f.Name, size), func(b *testing.B) {
				for b.Loop() {
					b.Log(editSession(b, f, size))
				}
			})
		}
	}
}

// editSession is the row of one model.
func editSession(b *testing.B, f *bench.Family, size int) string {
	const edits = 28
	r, x := rand.New(rand.NewPCG(31, uint64(size))), newEditing(b, f, size)
	live := NewLive(DefaultThresholds())
	defer live.Rest()
	var properties, models, fresh []cost
	unknown := 0
	for n := range edits {
		alone := n > 0 && x.edit(r, n)
		check := func(with *Live) cost {
			d := x.document(f.File(), n)
			return costOf(func() {
				_, err := Diagnostics(b.Context(), d)
				require.NoError(b, err)
				ctx, cancel := untilSpent(b.Context(), 2*time.Second)
				defer cancel()
				err = with.Check(ctx, d, Question{Megabytes: 512})
				if ctx.Err() == nil {
					require.NoError(b, err)
				}
			})
		}
		if alone {
			properties = append(properties, check(live))
		} else {
			models = append(models, check(live))
			scratch := NewLive(DefaultThresholds())
			fresh = append(fresh, check(scratch))
			scratch.Rest()
		}
		for _, v := range live.Verdicts(x.document(f.File(), n)) {
			if v.Stale || v.Verdict == "unknown" || v.Verdict == "" {
				unknown++
			}
		}
	}
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %d of %d |", f.Name, size,
		quantiles(properties), quantiles(models), quantiles(fresh), unknown, edits*len(x.specs))
}
