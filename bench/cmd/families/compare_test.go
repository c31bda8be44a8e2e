package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// smallOnes are a family and a program at sizes for tests.
func smallOnes(t *testing.T) []subject {
	all, err := subjects(regexp.MustCompile("ring|cells"), []named{{"ring", []int{3}}, {"cells", []int{4}}, {"queens", []int{4}}})
	require.NoError(t, err)
	require.Len(t, all, 2)
	return all
}

func TestEngines(t *testing.T) {
	var out bytes.Buffer
	r := newRunner(limited.Limits{Time: time.Minute, Bytes: 1 << 30})
	require.NoError(t, r.engines(context.Background(), smallOnes(t), 2, &out))
	require.Len(t, r.all, 8)
	for i, engine := range []string{"native", "rudd"} {
		require.Equal(t, engine, r.all[i].Case.Engine)
		require.Equal(t, "96", r.all[i].What.States)
		require.Equal(t, "81", r.all[2+i].What.States)
	}
	for _, line := range []string{`^\| ring +\| 3 `, `^\| cells +\| 4 `, `^Over the families of models the native engine is [0-9.]+ times faster in the median \(needed: 2\.5, (NOT MET|met)\)`} {
		require.Regexp(t, "(?m)"+line, out.String())
	}
}

func TestOrders(t *testing.T) {
	var out bytes.Buffer
	r := newRunner(limited.Limits{Time: time.Minute, Bytes: 1 << 30})
	require.NoError(t, r.orders(context.Background(), smallOnes(t), &out))
	require.Len(t, r.all, 6)
	for i, one := range r.all {
		require.Equal(t, []string{"96", "81"}[i/3], one.What.States)
		require.True(t, one.Case.ReachOnly)
	}
	require.Equal(t, r.all[1].What.Order, r.all[2].Case.Order)
	require.NotEmpty(t, r.all[2].Case.Order)

	out.Reset()
	r = newRunner(limited.Limits{Time: time.Millisecond, Bytes: 1 << 30})
	require.NoError(t, r.orders(context.Background(), smallOnes(t)[:1], &out))
	require.Equal(t, 2, strings.Count(out.String(), "out of time"), "and no order to give back")
}

func TestSubjects(t *testing.T) {
	for _, list := range [][]named{compared, reordered} {
		all, err := subjects(regexp.MustCompile(""), list)
		require.NoError(t, err)
		models := 0
		for _, s := range all {
			if s.model {
				models++
				require.NotEmpty(t, s.c.Model)
			} else {
				require.NotEmpty(t, s.c.Program)
			}
		}
		require.Greater(t, models, 5)
	}
	_, err := subjects(regexp.MustCompile("nothing"), compared)
	require.ErrorContains(t, err, "nothing")
}
