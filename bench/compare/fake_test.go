package compare_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
)

// The test binary plays the tools: this one and the peers, by what is asked of
// it. It knows the answers, and makes the faults that it is told to.
func TestMain(m *testing.M) {
	path := os.Getenv("COMPARE_TRUTH")
	if path == "" || len(os.Args) < 2 || strings.HasPrefix(os.Args[1], "-test.") {
		os.Exit(m.Run())
	}
	var f fake
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	os.Exit(f.play(os.Args[1:]))
}

// A fake is what the played tools know.
type fake struct {
	// Verdicts are by family and size, as "ring 2", and property; States by
	// family and size.
	Verdicts map[string]map[string]string
	States   map[string]string
	// Faults are what goes wrong in command lines that match.
	Faults []fault
}

type fault struct{ Match, What string }

// The faults.
const (
	lies      = "lies"      // the last verdict, or the number of states, is wrong
	hangs     = "hangs"     // after the first verdict
	eats      = "eats"      // memory
	babbles   = "babbles"   // no verdicts
	crashes   = "crashes"   // with a message
	exits     = "exits"     // with a status that says so, after all verdicts
	prattles  = "prattles"  // more verdicts than specifications
	hesitates = "hesitates" // this tool says unknown
)

// truth finds out the right answers for the sizes that tests use.
func truth(t *testing.T, faults ...fault) *fake {
	f := &fake{Verdicts: map[string]map[string]string{}, States: map[string]string{}, Faults: faults}
	for _, size := range []int{2, 3, 4} {
		m, err := bench.Measure(t.Context(), bench.Case{Model: "ring.rcp", Set: map[string]int{"N": size}}, nil)
		require.NoError(t, err)
		key := fmt.Sprint("ring ", size)
		f.States[key], f.Verdicts[key] = m.States, map[string]string{}
		for _, p := range m.Properties {
			f.Verdicts[key][p.Name] = p.Verdict
		}
	}
	path := filepath.Join(t.TempDir(), "truth.json")
	text, err := json.Marshal(f)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o666))
	t.Setenv("COMPARE_TRUTH", path)
	return f
}

func (f *fake) play(args []string) int {
	if args[0] == "version" {
		fmt.Println("rcheck-bdd v0 (fake)")
		return 0
	}
	if args[0] == "-help" {
		fmt.Println("*** This is NuSMV 9.9 (compiled by nobody)\n*** and more")
		return 2
	}
	if slices.Equal(args, []string{"-c", "version"}) {
		fmt.Println("UC Berkeley, ABC 9.9 (compiled by nobody)")
		return 0
	}
	what, line := "", strings.Join(args, " ")
	for _, fault := range f.Faults {
		if regexp.MustCompile(fault.Match).MatchString(line) {
			what = fault.What
		}
	}
	switch what {
	case hangs:
		defer time.Sleep(time.Minute)
	case eats:
		block := make([]byte, 256<<20)
		for i := 0; i < len(block); i += 512 {
			block[i] = 1
		}
		time.Sleep(time.Minute)
	case babbles:
		fmt.Println("bla bla\n-- specification perhaps")
		return 0
	case crashes:
		directory, _ := os.Getwd()
		fmt.Fprintf(os.Stderr, "on it\nout of luck in %s, %s\n", filepath.Join(directory, "model"), os.Args[0])
		return 42
	case exits:
		defer os.Exit(1)
	}
	if args[0] == "check" {
		return f.ours(args, what)
	}
	if args[0] == "-c" {
		return f.abc(args[1], what)
	}
	return f.peer(args, what)
}

// abc plays ABC for a script that reads the file of one property.
func (f *fake) abc(script, what string) int {
	file := strings.TrimSuffix(strings.Fields(script)[1], ".aig;")
	parts := strings.SplitN(file, "-", 3)
	if (f.Verdicts[parts[0]+" "+parts[1]][parts[2]] == "holds") != (what == lies) {
		fmt.Println("Property proved.  Time =     0.00 sec")
	} else {
		fmt.Println("Output 0 of miter \"x\" was asserted in frame 3. Time =     0.00 sec")
	}
	return 0
}

// ours plays `rcheck-bdd check`.
func (f *fake) ours(args []string, what string) int {
	family := strings.TrimSuffix(filepath.Base(args[len(args)-1]), ".rcp")
	size, run := "", ""
	for _, a := range args {
		if value, ok := strings.CutPrefix(a, "--set=N="); ok {
			size = value
		}
		if value, ok := strings.CutPrefix(a, "--run="); ok {
			run = value
		}
	}
	program, err := bench.Read(family+".rcp", nil)
	if err != nil {
		return 2
	}
	key := family + " " + size
	type result struct {
		Name    string `json:"name"`
		Verdict string `json:"verdict"`
		Reason  string `json:"reason"`
	}
	results := []result{}
	for _, s := range program.Specs {
		if run == "" || run == strconv.Itoa(s.Index) {
			results = append(results, result{Name: s.Name, Verdict: f.Verdicts[key][s.Name]})
		}
	}
	states := f.States[key]
	if what == lies {
		states += "0"
	}
	if what == hesitates {
		results[0].Verdict, results[0].Reason = "unknown", "tired"
	}
	document := map[string]any{"runs": []any{map[string]any{"results": results, "stats": map[string]string{"reachable_states": states}}}}
	if json.NewEncoder(os.Stdout).Encode(document) != nil {
		return 2
	}
	return 0
}

var specification = regexp.MustCompile(`(?m)^ *LTLSPEC NAME (\S+?)(-\d+)? :=`)

// peer plays NuSMV, whose order of specifications is its own unless it is asked
// one by one.
func (f *fake) peer(args []string, what string) int {
	file := args[len(args)-1]
	text, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	parts := strings.SplitN(strings.TrimPrefix(filepath.Base(file), "published-"), "-", 3)
	key := parts[0] + " " + strings.TrimSuffix(parts[1], ".smv")
	specifications := specification.FindAllStringSubmatch(string(text), -1)
	var order []int
	reach := slices.Contains(args, "-r")
	for i := range specifications {
		order = append([]int{i}, order...)
	}
	if i := slices.Index(args, "-n"); i >= 0 {
		n, _ := strconv.Atoi(args[i+1])
		order = []int{n}
	}
	if i := slices.Index(args, "-source"); i >= 0 {
		script, err := os.ReadFile(args[i+1])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		reach = strings.Contains(string(script), "\nprint_reachable_states\n")
		order = nil
		for _, m := range regexp.MustCompile(`(?m)^check_ltlspec -n (\d+)$`).FindAllStringSubmatch(string(script), -1) {
			n, _ := strconv.Atoi(m[1])
			order = append(order, n)
		}
	}
	if reach {
		states, _ := strconv.ParseFloat(f.States[key], 64)
		if what == lies {
			states++
		}
		fmt.Printf("system diameter: 3\nreachable states: %g (2^%g) out of 1e9 (2^30)\n", states, 3.5)
		return 0
	}
	for i, n := range order {
		verdict := f.Verdicts[key][specifications[n][1]] == "holds"
		if what == lies && i == len(order)-1 {
			verdict = !verdict
		}
		fmt.Printf("-- specification  G something  is %v\n", verdict)
		if what == hangs {
			return 0 // after the time that play defers
		}
	}
	if what == prattles {
		fmt.Println("-- specification  F else  is true\n-- specification  F more  is false")
	}
	return 0
}

// tools are the played ones.
func tools(t *testing.T, peers ...string) []*compare.Tool {
	ours, err := compare.OpenOurs(t.Context(), os.Args[0])
	require.NoError(t, err)
	out := []*compare.Tool{ours}
	for _, name := range peers {
		peer, err := compare.FindPeer(t.Context(), name, os.Args[0])
		require.NoError(t, err)
		out = append(out, peer)
	}
	return out
}
