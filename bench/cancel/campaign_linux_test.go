package cancel

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// processorTimeOf is the processor time that a process has used, all its threads together.
func processorTimeOf(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	ticks := 0
	for _, field := range fields[11:13] {
		n, _ := strconv.Atoi(field)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// An overshoot is what a command did after its time was up.
type overshoot struct {
	heavyInput
	n       int
	limit   time.Duration
	by      string // what ended the time: a time-out or an interrupt
	after   time.Duration
	peak    int64 // bytes
	status  int
	killed  bool
	message string
}

// overrun runs a command for a while, and tells how much processor time it takes after that.
func overrun(t *testing.T, program, dir string, n int, h heavyInput, limit time.Duration, interrupt bool) overshoot {
	require.NoError(t, os.WriteFile(filepath.Join(dir, h.name()), []byte(h.model), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "stdin"), []byte(h.stdin), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "args"), []byte(strings.Join(h.args, "\n")+"\n"), 0o666))
	if h.run != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "run.json"), []byte(h.run), 0o666))
	}
	args := slices.Clone(h.args)
	o := overshoot{heavyInput: h, n: n, limit: limit, by: "interrupt"}
	if !interrupt {
		o.by = "time-out"
		args = append(args[:1:1], append([]string{fmt.Sprintf("--timeout=%v", limit)}, args[1:]...)...)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(h.stdin)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	var at time.Duration
	select {
	case <-ended:
	case <-up(cmd.Process.Pid, limit, interrupt, ended):
		at = processorTimeOf(cmd.Process.Pid)
		if o.by == "interrupt" {
			_ = cmd.Process.Signal(os.Interrupt)
		}
		for !o.killed {
			select {
			case <-ended:
			case <-time.After(20 * time.Millisecond):
				if o.killed = processorTimeOf(cmd.Process.Pid)-at > 5*time.Second; !o.killed {
					continue
				}
				_ = cmd.Process.Kill()
				<-ended
			}
			break
		}
		o.after = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() - at
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.peak = usage.Maxrss * 1024
	}
	o.status = cmd.ProcessState.ExitCode()
	o.message = strings.TrimSpace(errors.String())
	o.message = o.message[:min(len(o.message), 200)]
	return o
}

// up is closed when the time of a command is up. The time before an interrupt is processor time, so
// that it comes at the same place of the work on a busy machine.
func up(pid int, limit time.Duration, interrupt bool, ended <-chan struct{}) <-chan struct{} {
	passed := make(chan struct{})
	go func() {
		defer close(passed)
		if !interrupt {
			time.Sleep(limit)
			return
		}
		for processorTimeOf(pid) < limit {
			select {
			case <-ended:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return passed
}

// TestHeavyInputs runs as many commands on heavy inputs as HEAVY_INPUTS says, from number
// HEAVY_FROM on, and prints what each does after its time is up. HEAVY_FOLDER keeps the last input
// in that folder. HEAVY_INTERRUPTS=1 ends all by interrupts, none by a time-out. It is for
// measuring by hand: nothing here depends on time.
func TestHeavyInputs(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("HEAVY_INPUTS"))
	from, _ := strconv.Atoi(os.Getenv("HEAVY_FROM"))
	if count == 0 {
		t.Skip("HEAVY_INPUTS says how many")
	}
	dir := cmp.Or(os.Getenv("HEAVY_FOLDER"), t.TempDir())
	program := filepath.Join(dir, "rcheck-bdd")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/rcheck-bdd").CombinedOutput()
	require.NoError(t, err, "%s", out)
	list := map[string][]overshoot{}
	for n := from; n < from+count; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		limit := 200*time.Millisecond + time.Duration(r.Int64N(int64(1800*time.Millisecond)))
		interrupt := r.IntN(3) == 0 || os.Getenv("HEAVY_INTERRUPTS") != ""
		o := overrun(t, program, dir, n, heavy(n), limit, interrupt)
		if o.after > max(allowed, limit/10) || o.status < 0 || o.status > 3 || count == 1 {
			args := strings.Join(o.args, " ")
			t.Logf("%d %s: %v after a %s of %v, status %d, peak %d MB, %s: %s", n, o.class, o.after, o.by, limit, o.status, o.peak>>20,
				args[:min(len(args), 200)], o.message)
		}
		o.heavyInput = heavyInput{class: o.class} // the rest would be kept in memory
		list[o.class] = append(list[o.class], o)
	}
	t.Log("\n" + overshoots(list))
}

func overshoots(list map[string][]overshoot) string {
	var b strings.Builder
	b.WriteString("| inputs                               | runs  | still at work | too long | median | 95 %   | most    |\n")
	for _, class := range slices.Sorted(maps.Keys(list)) {
		var late []time.Duration
		tooLong := 0
		for _, o := range list[class] {
			if o.after > 0 {
				late = append(late, o.after)
			}
			if o.after > max(allowed, o.limit/10) {
				tooLong++
			}
		}
		slices.Sort(late)
		if len(late) == 0 {
			late = []time.Duration{0}
		}
		fmt.Fprintf(&b, "| %-36s | %5d | %13d | %8d | %6v | %6v | %7v |\n", class, len(list[class]), len(late), tooLong,
			late[len(late)/2].Round(time.Millisecond), late[len(late)*95/100].Round(time.Millisecond), late[len(late)-1].Round(time.Millisecond))
	}
	return b.String()
}
