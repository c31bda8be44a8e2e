package mc_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// What was saved by one checker serves another one, on either engine, in whatever order it would
// choose, and the answers are those without it.
func TestSavedStates(t *testing.T) {
	ctx := context.Background()
	for _, model := range []string{"allocation-release.rcp", "store.rcp", "gossip.rcp"} {
		p, spec := scaled(t, model, nil)
		first, err := mc.NewChecker(ctx, p.System, spec)
		require.NoError(t, err)
		var saved bytes.Buffer
		require.NoError(t, first.SaveReachable(ctx, &saved))
		want, err := first.Check(ctx)
		require.NoError(t, err)
		first.Close()
		for _, encoding := range []symbolic.Options{{}, {NoTrials: true}, {BDD: bdd.Options{Engine: "rudd"}}} {
			c, err := mc.NewChecker(ctx, p.System, spec, mc.WithEncoding(encoding), mc.WithReachable(saved.Bytes()))
			require.NoError(t, err)
			got, err := c.Check(ctx)
			require.NoError(t, err)
			var again bytes.Buffer
			require.NoError(t, c.SaveReachable(ctx, &again))
			c.Close()
			require.Equal(t, saved.String(), again.String())
			require.Equal(t, want.Stats.States, got.Stats.States)
			require.Equal(t, want.Stats.Deadlocks, got.Stats.Deadlocks)
			require.Equal(t, want.Stats.ReachableNodes, got.Stats.ReachableNodes)
			for i, r := range got.Results {
				require.Equal(t, want.Results[i].Verdict, r.Verdict)
				require.Equal(t, want.Results[i].Trace == nil, r.Trace == nil)
			}
		}
	}
}

// resigned is a saved text whose dump was changed by somebody who knows the form.
func resigned(t *testing.T, saved, old, new string) string {
	head, dump, _ := strings.Cut(saved, "\n")
	require.Contains(t, dump, old)
	unsigned := regexp.MustCompile(`"sha256":"[^"]*"`).ReplaceAllString(head, `"sha256":""`)
	dump = strings.Replace(dump, old, new, 1)
	sum := sha256.Sum256([]byte(unsigned + "\n" + dump))
	return strings.Replace(unsigned, `""`, `"`+hex.EncodeToString(sum[:])+`"`, 1) + "\n" + dump
}

// Whatever does not fit is refused, and never used.
func TestSavedStatesThatDoNotFit(t *testing.T) {
	ctx := context.Background()
	p, spec := scaled(t, "ring.rcp", map[string]int{"N": 3})
	c, err := mc.NewChecker(ctx, p.System, spec)
	require.NoError(t, err)
	var buffer bytes.Buffer
	require.NoError(t, c.SaveReachable(ctx, &buffer))
	require.Error(t, c.SaveReachable(ctx, brokenWriter{}))
	states := must(c.Reach(ctx)).States
	c.Close()
	saved := buffer.String()
	root := saved[strings.LastIndex(saved, "root"):]
	refused := map[string]string{
		"":      "the file has another format",
		"{}\n":  "the file has another format",
		"[1]\n": "the file has another format",
		strings.Replace(saved, "e\":1", "e\":2", 1): "format 2",
		saved[:len(saved)-9]:                        "damaged",
		strings.Replace(saved, "node", "nose", 1):   "damaged",
		resigned(t, saved, "node", "nose"):          "do not fit",
		resigned(t, saved, root, "end\n"):           "do not fit",
		resigned(t, saved, root, "root 0\nend\n"):   "not closed",
		resigned(t, saved, root, "root 1\nend\n"):   fmt.Sprintf("not %s", states),
	}
	for text, say := range refused {
		_, err := mc.NewChecker(ctx, p.System, spec, mc.WithReachable([]byte(text)))
		require.ErrorIs(t, err, mc.ErrSaved, say)
		require.ErrorContains(t, err, say)
	}
	other, spec := scaled(t, "ring.rcp", map[string]int{"N": 4})
	_, err = mc.NewChecker(ctx, other.System, spec, mc.WithReachable([]byte(saved)))
	require.ErrorContains(t, err, "another system")

	ended, cancel := context.WithCancel(ctx)
	cancel()
	p, spec = scaled(t, "ring.rcp", map[string]int{"N": 3})
	_, err = mc.NewChecker(ended, p.System, spec, mc.WithReachable([]byte(saved)))
	require.True(t, mc.IsLimit(err), err)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
