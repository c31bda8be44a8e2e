//go:build unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// TestHostileInputs calls all commands on mutated models, traces, formulas, scripts, flags and
// names. It finds panics, inputs that take more than two seconds of processor time although they
// are interrupted after one, memory beyond a limit, bytes on a stream or in a document that could
// drive a terminal, lines that a name forged, documents that are not well formed, and files that
// are lost, changed or left behind.
//
// The inputs are numbered, and a number determines its input. HOSTILE_INPUTS=100000 takes more than
// the few of a plain test, HOSTILE_FIRST is the number of the first, and HOSTILE_KEEP a directory
// in which the files of the last one stay. Inputs run in a process of their own, which begins anew
// behind each that ends it. 100 000 inputs took 247 s of processor time and found nothing (two-core
// Linux VM, AMD EPYC, Go 1.26).
func TestHostileInputs(t *testing.T) {
	first, n := hostileNumber("HOSTILE_FIRST", 0), hostileNumber("HOSTILE_INPUTS", 150)
	if testing.Short() {
		n = min(n, 50)
	}
	var faults []string
	counts := map[string]int{}
	seconds := 0.0
	for next := first; next < first+n; {
		end, report := hostileProcess(t, next, first+n, false)
		for line := range strings.Lines(report) {
			switch kind, rest, _ := strings.Cut(strings.TrimSpace(line), " "); kind {
			case "fault":
				faults = append(faults, rest)
			case "status":
				counts[rest]++
			case "seconds":
				s, _ := strconv.ParseFloat(rest, 64)
				seconds += s
			}
		}
		next = end
	}
	t.Logf("%d inputs, %.1f s of processor time; commands and exit statuses: %v", n, seconds, counts)
	for _, f := range faults {
		t.Error(f[:min(len(f), 1000)])
	}
}

func hostileNumber(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// hostileProcess runs inputs in a process until it ends; end is the first that was not run. With
// plants, these take the place of the program, one after the other.
func hostileProcess(t *testing.T, first, last int, planted bool) (end int, report string) {
	dir := cmp.Or(os.Getenv("HOSTILE_KEEP"), t.TempDir())
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprintf("HOSTILE_CHILD=%d,%d", first, last), "HOSTILE_DIRECTORY="+dir, fmt.Sprintf("HOSTILE_PLANTS=%t", planted), "TMPDIR="+dir)
	var errs bytes.Buffer
	child.Stderr = &errs
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	end = first
	args := ""
	var all strings.Builder
	lines := bufio.NewReader(out)
	for {
		line, fault := lines.ReadString('\n')
		if fault != nil {
			break
		}
		all.WriteString(line)
		if strings.HasPrefix(line, "fault ") {
			t.Log(line[:min(len(line), 3000)])
		}
		if number, ok := strings.CutPrefix(strings.TrimSpace(line), "begin "); ok {
			number, args, _ = strings.Cut(number, " ")
			end, _ = strconv.Atoi(number)
			end++
		}
	}
	if err := child.Wait(); err != nil {
		text := errs.String()
		line := fmt.Sprintf("fault %d: %s: the process ended: %v: %q\n", end-1, strings.TrimSpace(args), err, text[:min(len(text), 3000)])
		t.Log(line)
		all.WriteString("\n" + line)
	}
	return max(end, first+1), all.String()
}

// A process of [hostileProcess] runs no tests.
func init() {
	if os.Getenv("HOSTILE_CHILD") != "" {
		hostileChild()
	}
}

// hostileChild runs the inputs that the environment names, and reports on standard output.
func hostileChild() {
	var first, last int
	if _, err := fmt.Sscanf(os.Getenv("HOSTILE_CHILD"), "%d,%d", &first, &last); err != nil {
		panic(err)
	}
	run, limits := hostileRunner(program().Run), hostileLimits
	planted := os.Getenv("HOSTILE_PLANTS") == "true"
	if planted {
		limits = plantedLimits
	}
	c := newCorpus()
	if err := os.Chdir(os.Getenv("HOSTILE_DIRECTORY")); err != nil {
		panic(err)
	}
	c.addTraces()
	for i := first; i < last; i++ {
		h := c.newCall(rand.New(rand.NewPCG(uint64(i), 11)))
		fmt.Printf("begin %d %q\n", i, h.args)
		start := processorTime()
		if planted {
			run = plants[i].run
		}
		status, faults := h.run(run, limits)
		fmt.Println("seconds", (processorTime() - start).Seconds())
		name := "none"
		if len(h.args) > 0 {
			name = terminal.Name(h.args[0])[:min(len(terminal.Name(h.args[0])), 10)]
		}
		fmt.Println("status", strings.ReplaceAll(name, " ", "_"), status)
		for _, f := range faults {
			fmt.Printf("fault %d: %q: %s\n", i, h.args, strings.ReplaceAll(f, "\n", `\n`))
		}
	}
	os.Exit(0)
}

// stuckAfter is the limit by the clock, for what waits.
const stuckAfter = 10 * time.Minute

// inputLimits are those on one input, in processor time and bytes: the watchdog interrupts it as a
// user would, and ends the process if that does not help.
type inputLimits struct {
	interrupt, kill time.Duration
	memory          uint64
}

var (
	hostileLimits = inputLimits{time.Second, 2 * time.Second, 1 << 30}
	plantedLimits = inputLimits{100 * time.Millisecond, 200 * time.Millisecond, 1 << 28}
)

// watch ends the process if an input takes too long. The result ends the watch.
func (l inputLimits) watch(cancel context.CancelFunc) (stop func()) {
	done := make(chan struct{})
	var stopped atomic.Bool
	begun, start := time.Now(), processorTime()
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			spent := processorTime() - start
			if spent > l.interrupt {
				cancel()
			}
			memory := heapInUse()
			if (spent > l.kill || time.Since(begun) > stuckAfter || memory > l.memory) && !stopped.Load() {
				stacks := make([]byte, 1<<20)
				stacks = stacks[:runtime.Stack(stacks, true)]
				fmt.Fprintf(os.Stderr, "%.1f s of processor time, %d MB of memory\n%s", spent.Seconds(), memory>>20, interesting(string(stacks)))
				os.Exit(4)
			}
		}
	}()
	return func() {
		stopped.Store(true)
		close(done)
	}
}

func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// interesting are the stacks of goroutines that work for the input.
func interesting(stacks string) string {
	var out []string
	for s := range strings.SplitSeq(stacks, "\n\n") {
		if strings.Contains(s, "rcheck-bdd") && !strings.Contains(s, "interesting") && !strings.Contains(s, "inputLimits.watch") {
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n\n")
}

// prepare makes the files of the call.
func (h *hostileCall) prepare() {
	entries, _ := os.ReadDir(".")
	for _, e := range entries {
		os.RemoveAll(e.Name())
	}
	for name, text := range h.files {
		if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
			panic(err)
		}
	}
	err := errors.Join(os.Mkdir("directory", 0o777), os.Link("m.rcp", "hard"), os.Symlink("m.rcp", "soft"), os.Symlink("target", "dangling"))
	if err != nil {
		panic(err)
	}
}

// hostileRunner is what a call runs: a program.
type hostileRunner = func(context.Context, *cli.Env, []string) int

// run makes the call and returns its exit status and what was wrong.
func (h *hostileCall) run(run hostileRunner, l inputLimits) (status int, faults []string) {
	h.prepare()
	before := picture()
	var out, errs bytes.Buffer
	env := &cli.Env{Stdin: strings.NewReader(h.stdin), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := l.watch(cancel)
	func() {
		defer func() {
			if p := recover(); p != nil {
				stack := make([]byte, 1<<16)
				faults = append(faults, fmt.Sprintf("panic: %v %s", p, stack[:runtime.Stack(stack, false)]))
			}
		}()
		status = run(ctx, env, h.args)
	}()
	stop()
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if status < 0 || status > 3 {
		fault("exit status %d", status)
	}
	if text := out.String() + errs.String(); len(h.args) > 0 && strings.Contains(text, "internal error") && !slices.Contains([]string{"help", "completion", "explain"}, h.args[0]) || strings.Contains(text, "goroutine ") || strings.Contains(text, "[RC0602]") {
		fault("internal error: %s", excerptOf(text, "internal error", "goroutine ", "[RC0602]"))
	}
	if len(h.args) > 0 && status == cli.Failed && errs.Len() == 0 && !slices.Contains(h.args, "--json=/dev/stderr") {
		fault("it fails without a word")
	}
	faults = append(faults, deceptive("standard error", errs.String(), slices.Contains(h.args, "--color=always"))...)
	if !h.raw {
		faults = append(faults, deceptive("standard output", out.String(), slices.Contains(h.args, "--color=always"))...)
	}
	return status, append(faults, h.changes(before, picture(), status)...)
}

// excerptOf is the neighbourhood of the first of some words in a text.
func excerptOf(text string, words ...string) string {
	for _, w := range words {
		if i := strings.Index(text, w); i >= 0 {
			return text[max(0, i-200):min(len(text), i+1500)]
		}
	}
	return ""
}

// deceptive says what in a text could drive a terminal, or was forged.
func deceptive(where, text string, colours bool) (faults []string) {
	if colours {
		for _, code := range []string{"0", "1", "2", "32", "36", "1;31", "1;33"} {
			text = strings.ReplaceAll(text, "\x1b["+code+"m", "")
		}
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", " \n"), "\t", " ")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, canary) {
			faults = append(faults, fmt.Sprintf("%s has a forged line: %q", where, line))
			break
		}
	}
	if escaped := terminal.Escape(text); escaped != text {
		at := 0
		for escaped[at] == text[at] {
			at++
		}
		faults = append(faults, fmt.Sprintf("%s has bytes that are not escaped: %q", where, text[max(0, at-40):min(len(text), at+40)]))
	}
	return faults
}

// picture is what is in the directory: types, permissions, targets of links and texts.
func picture() map[string]string {
	out := map[string]string{}
	entries, _ := os.ReadDir(".")
	for _, e := range entries {
		info, err := os.Lstat(e.Name())
		if err != nil {
			continue
		}
		text := info.Mode().String() + " "
		switch {
		case info.Mode()&os.ModeSymlink != 0:
			link, _ := os.Readlink(e.Name())
			text += link
		case info.Mode().IsRegular():
			content, _ := os.ReadFile(e.Name())
			text += string(content)
		}
		out[e.Name()] = text
	}
	return out
}

// changes says what happened to files that should not have.
func (h *hostileCall) changes(before, after map[string]string, status int) (faults []string) {
	saves := slices.Contains(h.args, "script") || h.stdin == h.files["script"] && h.stdin != ""
	for name, was := range before {
		is, there := after[name]
		switch {
		case !there:
			faults = append(faults, fmt.Sprintf("%q is lost", name))
		case is == was:
		case h.inPlace && (name == "m.rcp" || name == "hard" || name == weirdName):
			faults = append(faults, sameModel(was, is, h.reading())...)
		case is[:10] != was[:10]:
			faults = append(faults, fmt.Sprintf("%q has another mode", name))
		case !h.mayChange(name) && !(saves && !strings.HasSuffix(name, ".rcp")):
			faults = append(faults, fmt.Sprintf("%q was changed to %q", name, is[:min(len(is), 200)]))
		default:
			faults = append(faults, wellFormed(name, is[11:])...)
		}
	}
	for name, is := range after {
		if _, there := before[name]; there {
			continue
		}
		if strings.HasSuffix(name, ".tmp") || !h.outputs[name] && !(name == "target" && h.outputs["dangling"]) && !saves {
			faults = append(faults, fmt.Sprintf("%q was left behind", name))
			continue
		}
		faults = append(faults, wellFormed(name, is[11:])...)
	}
	return faults
}

// mayChange reports whether a file is an output of the call and no input.
func (h *hostileCall) mayChange(name string) bool {
	linked := name == "m.rcp" || name == "hard"
	if linked && (h.outputs["hard"] || h.outputs["soft"]) {
		return !slices.Contains(h.args, "m.rcp") && !(slices.Contains(h.args, "soft") && !h.outputs["soft"])
	}
	uses := 0
	for _, a := range h.args {
		if strings.TrimPrefix(a, "./") == name {
			uses++
		}
	}
	return h.outputs[name] && uses == 1 && !strings.HasSuffix(name, ".rcp")
}

// wellFormed says what is wrong with a document.
func wellFormed(name, text string) (faults []string) {
	if text == "" {
		return []string{fmt.Sprintf("%q is empty", name)}
	}
	switch {
	case strings.HasPrefix(text, "{"):
		if !json.Valid([]byte(text)) {
			faults = append(faults, fmt.Sprintf("%q is not JSON", name))
		}
	case strings.HasPrefix(text, "<!doctype html>"):
		if !strings.HasSuffix(strings.TrimSpace(text), "</html>") {
			faults = append(faults, fmt.Sprintf("%q is cut", name))
		}
		if before, after, ok := strings.Cut(text, `id="runs">`); ok { // what follows the data is a program of ours
			data, _, _ := strings.Cut(after, "</script>")
			if !json.Valid([]byte(data)) {
				faults = append(faults, fmt.Sprintf("%q has no JSON", name))
			}
			_, title, _ := strings.Cut(before, "<title>")
			title, _, _ = strings.Cut(title, "</title>")
			text = title + data
		}
	case strings.HasPrefix(text, "<"):
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return append(faults, fmt.Sprintf("%q is not XML: %v", name, err))
			}
		}
	}
	for _, f := range deceptive(fmt.Sprintf("%q", name), text, false) {
		if !strings.Contains(f, "forged") {
			faults = append(faults, f)
		}
	}
	return faults
}

// reading is the reading of formulas that the call asks for.
func (h *hostileCall) reading() string {
	for _, a := range h.args {
		if r, ok := strings.CutPrefix(a, "--reading="); ok {
			return r
		}
	}
	return ""
}

// sameModel says whether a file that was laid out in place is another model now. A reading that was
// asked for has been written down.
func sameModel(was, is, reading string) (faults []string) {
	if was[:10] != is[:10] {
		faults = append(faults, "fmt -w changed the permissions")
	}
	p, list := rcheck.Parse("was", []byte(was[11:]), rcheck.Options{Reading: readingChoice(reading)})
	if list.HasErrors() {
		return faults
	}
	q, list := rcheck.Parse("is", []byte(is[11:]), rcheck.Options{})
	switch {
	case list.HasErrors():
		faults = append(faults, "fmt -w made a bad model of a good one: "+list.Errors()[0].Error())
	case p.System.String() != q.System.String() || len(p.Specs) != len(q.Specs):
		faults = append(faults, "fmt -w made another model")
	}
	return faults
}
