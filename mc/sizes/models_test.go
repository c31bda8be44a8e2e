package sizes

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// The models that are there to show it are decided at all sizes: each property holds for all, or is
// violated at the size that is written here.
func TestModelsOfFamilies(t *testing.T) {
	for name, c := range map[string]struct {
		constants, violated string
		properties          int
	}{
		"lock":     {"N", "served at [2]", 7},
		"mutex":    {"N", "served at [2], served_if_token at [2]", 9},
		"mesi":     {"N", "writes at [1], never_shared at [2]", 8},
		"german":   {"N", "never_stuck at [1], copies at [3]", 8},
		"pubsub":   {"N,M", "reads at [1 1]", 7},
		"lockserv": {"N", "served at [2]", 6},
		"handover": {"N", "visited at [3]", 6},
		"twophase": {"N", "commits at [1]", 8},
		"tcommit":  {"N", "commits at [1]", 6},
		"shards":   {"N", "visited at [2]", 7},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("../../bench/models/sizes/" + name + ".rcp")
			require.NoError(t, err)
			m, properties := modelOf(t, string(text), strings.Split(c.constants, ",")...)
			require.Equal(t, c.properties, properties)
			var violated []string
			for index := 1; index <= properties; index++ {
				a, err := Check(context.Background(), m, index, Options{})
				require.NoError(t, err)
				if a.Verdict == mc.Violated {
					violated = append(violated, fmt.Sprintf("%s at %v", a.Violation.Property.Name, a.Size))
				} else if name != "mutex" || a.Verdict != mc.Unknown { // never_stuck: that somebody has the token takes counting
					require.Equal(t, mc.Holds, a.Verdict, "%d: %s", index, a.Reason)
					require.True(t, a.Confirmed, index)
				}
			}
			require.Equal(t, c.violated, strings.Join(violated, ", "))
		})
	}
}
