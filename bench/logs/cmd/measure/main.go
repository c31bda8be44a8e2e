// Measure prints what holding logs against a model costs.
//
//	go run ./cmd/measure            # entries a second, memory and sizes of beliefs
//	go run ./cmd/measure -most 1e7  # with logs of up to so many entries
//	go run ./cmd/measure -only beliefs
//
// It runs in the folder bench/logs. Times are CPU seconds of the whole process, user and system.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/rcheck-bdd/rcheck-bdd/bench/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
)

func main() {
	most := flag.Float64("most", 1e6, "the `NUMBER` of entries of the longest log")
	only := flag.String("only", "", "only this `PART`: throughput, memory or beliefs")
	flag.Parse()
	folder, err := os.MkdirTemp("", "measure")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	for _, part := range []struct {
		name    string
		measure func(string, int) error
	}{{"throughput", throughput}, {"memory", memory}, {"beliefs", beliefs}} {
		if *only != "" && *only != part.name {
			continue
		}
		if err := part.measure(folder, int(*most)); err != nil {
			log.Fatal(err)
		}
	}
}

// seconds is the CPU time of the process.
func seconds() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // which does not fail for the process itself
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// timed is the CPU time of some work.
func timed(do func() error) (float64, error) {
	from := seconds()
	err := do()
	return seconds() - from, err
}

// write writes a log of the lock service as its server would, without sockets.
func write(to io.Writer, entries int) error {
	w := bufio.NewWriterSize(to, 1<<16)
	r := rand.New(rand.NewPCG(1, 1))
	var queue []int
	holder, token := 0, 0
	at := map[int]string{1: "idle", 2: "idle", 3: "idle"}
	for n := 0; n < entries; {
		say := func(msg string, client int, more string) {
			if n++; n <= entries {
				fmt.Fprintf(w, `{"time":"2000-01-01T00:00:00.%09dZ","level":"INFO","msg":"%s","client":"client%d"%s}`+"\n", n%1e9, msg, client, more)
			}
		}
		switch c := r.IntN(3) + 1; {
		case at[c] == "idle":
			say("request", c, "")
			at[c], queue = "waiting", append(queue, c)
		case at[c] == "holding" && r.IntN(10) == 0:
			say("lost", c, "")
			at[c], holder = "idle", 0
		case at[c] == "holding":
			say("release", c, "")
			at[c], holder = "idle", 0
		case r.IntN(10) == 0:
			say("release ignored", c, "")
		}
		if holder == 0 && len(queue) > 0 {
			holder, queue = queue[0], queue[1:]
			token++
			say("grant", holder, fmt.Sprintf(`,"token":%d`, token%8))
			at[holder] = "holding"
		}
	}
	return w.Flush()
}

// parse is the loop that the throughput is compared with: it reads each line as JSON, and counts
// events.
func parse(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	events := map[any]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var record map[string]any
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			return err
		}
		events[record["msg"]]++
	}
	return nil
}

// hold holds a file against the lock service.
func hold(name string, t conform.Thresholds) error {
	ctx := context.Background()
	a, err := logs.Read(ctx, "lock/lock.rcp", "lock/lock.map", t)
	if err != nil {
		return err
	}
	defer a.Close()
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	found, err := a.Hold(ctx, f)
	if err == nil && found.Departure != nil {
		err = fmt.Errorf("%s: not possible", found.Departure.Place)
	}
	return err
}

// throughput compares with a plain loop over the same log, five times in turns.
func throughput(folder string, most int) error {
	name := filepath.Join(folder, "lock.jsonl")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	entries := min(most, 300_000)
	if err := write(f, entries); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	fmt.Printf("lock service, %d entries; CPU microseconds an entry\n\nplain loop  explicit  diagrams  loop/explicit\n", entries)
	for range 5 {
		loop, err := timed(func() error { return parse(name) })
		if err != nil {
			return err
		}
		listed, err := timed(func() error { return hold(name, conform.Thresholds{}) })
		if err != nil {
			return err
		}
		diagrams, err := timed(func() error { return hold(name, conform.Thresholds{Explicit: -1}) })
		if err != nil {
			return err
		}
		each := 1e6 / float64(entries)
		fmt.Printf("%10.2f  %8.2f  %8.2f  %13.2f\n", loop*each, listed*each, diagrams*each, loop/listed)
	}
	return nil
}

// memory prints the heap after logs of growing length, and that of the whole process.
func memory(_ string, most int) error {
	fmt.Printf("\n   entries  heap MiB  process MiB\n")
	for entries := 100_000; entries <= most; entries *= 10 {
		ctx := context.Background()
		a, err := logs.Read(ctx, "lock/lock.rcp", "lock/lock.map", conform.Thresholds{})
		if err != nil {
			return err
		}
		from, to := io.Pipe()
		go func() { to.CloseWithError(write(to, entries)) }()
		found, err := a.Hold(ctx, from)
		if err != nil || found.Entries != entries {
			return fmt.Errorf("%d entries of %d: %v", found.Entries, entries, err)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		fmt.Printf("%10d  %8.1f  %11.1f\n", entries, float64(m.HeapAlloc)/(1<<20), float64(u.Maxrss)/1024)
		a.Close()
	}
	return nil
}

// beliefs holds logs of grants alone against lock services with more and more clients: all other
// commands are hidden, so that beliefs grow.
func beliefs(folder string, _ int) error {
	model, err := os.ReadFile("lock/lock.rcp")
	if err != nil {
		return err
	}
	mapping := "event msg\nhidden Client-ask Client-release Client-again Client-crash\non grant\n  command $client-acquire\n"
	mapFile := filepath.Join(folder, "grants.map")
	if err := os.WriteFile(mapFile, []byte(mapping), 0o600); err != nil {
		return err
	}
	fmt.Printf("\nonly grants logged\n\nclients  states of the belief  diagram nodes  entries a second\n")
	for _, clients := range []int{3, 6, 9, 12, 15, 18, 21, 24} {
		modelFile := filepath.Join(folder, "lock.rcp")
		text := strings.Replace(string(model), "const N = 3;", fmt.Sprintf("const N = %d;", clients), 1)
		if err := os.WriteFile(modelFile, []byte(text), 0o600); err != nil {
			return err
		}
		ctx := context.Background()
		a, err := logs.Read(ctx, modelFile, mapFile, conform.Thresholds{})
		if err != nil {
			return err
		}
		const entries = 2000
		r := rand.New(rand.NewPCG(1, 1))
		var log strings.Builder
		for range entries {
			fmt.Fprintf(&log, `{"msg":"grant","client":"client%d"}`+"\n", r.IntN(clients)+1)
		}
		if _, err := a.Hold(ctx, strings.NewReader(log.String()[:strings.Index(log.String(), "\n")])); err != nil { // encodes
			return err
		}
		var found logs.Found
		took, err := timed(func() (err error) {
			found, err = a.Hold(ctx, strings.NewReader(log.String()))
			return err
		})
		if err != nil || found.Departure != nil {
			return fmt.Errorf("%d clients: after %d entries: %v", clients, found.Entries, err)
		}
		fmt.Printf("%7d  %20s  %13d  %16.0f\n", clients, found.Belief.States, found.Belief.Nodes, entries/took)
		a.Close()
	}
	return nil
}
