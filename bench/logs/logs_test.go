package logs_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/logs"
	"github.com/rcheck-bdd/rcheck-bdd/bench/logs/broker"
	"github.com/rcheck-bdd/rcheck-bdd/bench/logs/lock"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
)

// few is the number of entries within which a mistake has to show.
const few = 2000

// entries is the number of entries of logs that conform; LOG_ENTRIES enlarges it.
func entries(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("LOG_ENTRIES"))
	if err != nil {
		n = 100_000
	}
	return n
}

// hold requires that the correct version conforms, and that another one does not.
func hold(t *testing.T, name string, correct bool, run func(entries int, log io.Writer) error) {
	thresholds := []conform.Thresholds{{}}
	want := few
	if correct {
		want = entries(t)
	} else {
		thresholds = append(thresholds, conform.Thresholds{Explicit: -1})
	}
	var log bytes.Buffer
	require.NoError(t, run(want, &log))
	if folder := os.Getenv("LOG_FOLDER"); folder != "" {
		file := fmt.Sprintf("%s/%s.jsonl", folder, bytes.ReplaceAll([]byte(t.Name()), []byte("/"), []byte("-")))
		require.NoError(t, os.WriteFile(file, log.Bytes(), 0o600))
	}
	for _, thresholds := range thresholds {
		a, err := logs.Read(t.Context(), name+"/"+name+".rcp", name+"/"+name+".map", thresholds)
		require.NoError(t, err)
		found, err := a.Hold(t.Context(), bytes.NewReader(log.Bytes()))
		require.NoError(t, err)
		a.Close()
		if correct {
			if d := found.Departure; d != nil {
				t.Fatalf("%s: not possible: %s", d.Place, wrong(d))
			}
			require.Equal(t, want, found.Entries)
			continue
		}
		require.True(t, found.Departure != nil, "the mistake does not show")
		t.Logf("%s: not possible after %d entries: %s", found.Departure.Place, found.Entries, wrong(found.Departure))
	}
}

// wrong is what of an entry is false of the nearest step of the model.
func wrong(d *conform.Departure) string {
	var out []string
	if d.Nearest != nil {
		for _, w := range d.Nearest.Wrong {
			out = append(out, strings.TrimSpace(w.Condition.Name+"; instead "+w.Instead))
		}
	}
	return strings.Join(out, ", ")
}

func TestLockService(t *testing.T) {
	for version, name := range []string{"correct", "any release", "any lost", "same token"} {
		t.Run(name, func(t *testing.T) {
			hold(t, "lock", lock.Version(version) == lock.Correct, func(entries int, log io.Writer) error {
				return lock.Run(t.Context(), lock.Version(version), entries, 1, log)
			})
		})
	}
}

func TestBroker(t *testing.T) {
	for _, transport := range []string{"TCP", "NATS"} {
		for version, name := range []string{"correct", "drop full", "late join", "resend"} {
			t.Run(transport+"/"+name, func(t *testing.T) {
				hold(t, "broker", broker.Version(version) == broker.Correct, func(entries int, log io.Writer) error {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					var over broker.Transport
					var err error
					if transport == "TCP" {
						over, err = broker.NewTCP(ctx)
					} else {
						over, err = broker.NewNATS()
					}
					if err != nil {
						return err
					}
					w := &lock.Ends{To: log, Left: int64(entries), Done: cancel}
					broker.Run(ctx, over, broker.Version(version), slog.New(slog.NewJSONHandler(w, nil)), 1)
					return nil
				})
			})
		}
	}
}
