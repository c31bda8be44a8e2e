package compare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/aiger"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A command is how to ask one question of one configuration.
type command struct {
	// arguments follow the name of the tool.
	arguments []string
	// input is a command that makes the file that the tool reads; empty if it
	// is there.
	input string
	// names are the properties asked for; specifications are the file's, by
	// places in names.
	names          []string
	specifications []smv.Specification
}

// A commandBuilder makes commands and, in its directory, the files that they read.
type commandBuilder struct {
	directory string
	programs  map[string]*rcheck.Program
	modules   map[string]*smv.Module
}

func newCommandBuilder(directory string) *commandBuilder {
	return &commandBuilder{directory, map[string]*rcheck.Program{}, map[string]*smv.Module{}}
}

// modelFile is the path of a family's model, from the top of a checkout and in
// the directory of a command builder.
func modelFile(f *bench.Family) string { return "bench/models/" + f.File() }

// command makes the command for a task and the files that it reads.
func (w *commandBuilder) command(t task) (*command, error) {
	f := family(t.Family)
	program, err := w.program(f, t.Size)
	if err != nil {
		return nil, err
	}
	c := &command{arguments: slices.Clone(t.configuration.Arguments)}
	asked := rcp.Fairness(program)
	for _, s := range program.Specs {
		if t.Kind == AllProperties || t.Kind == OneProperty && s.Name == t.Property {
			c.names = append(c.names, s.Name)
			asked.Properties = append(asked.Properties, rcp.Property(s))
		}
	}
	if t.Kind == OneProperty && len(c.names) != 1 {
		return nil, fmt.Errorf("family %s has %d properties called %q", f.Name, len(c.names), t.Property)
	}
	switch t.configuration.Source {
	case Model:
		err = w.ourCommand(c, t, f, asked, len(program.Specs))
	case Circuit:
		err = w.circuitCommand(c, t, f, program.System, asked)
	default:
		err = w.peerCommand(c, t, f, program.System, asked)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// ourCommand asks this tool. Reachable states are those of a check of the
// property `true`, which is the one that comes after those of the model.
func (w *commandBuilder) ourCommand(c *command, t task, f *bench.Family, asked mc.Specification, properties int) error {
	c.arguments = append(c.arguments, t.flags(f, asked)...)
	if t.Kind == ReachableStates {
		c.arguments = append(c.arguments, "--prop=true", "--run="+strconv.Itoa(properties+1))
	}
	c.arguments = append(c.arguments, modelFile(f))
	source, err := models.Source(f.File())
	if err != nil {
		return err
	}
	return w.write(modelFile(f), source)
}

// flags are those of this tool for the size, and for the property if the task is about one.
func (t task) flags(f *bench.Family, asked mc.Specification) []string {
	var out []string
	for _, name := range f.Constants {
		out = append(out, fmt.Sprintf("--set=%s=%d", name, t.Size))
	}
	if t.Kind == OneProperty {
		out = append(out, fmt.Sprintf("--run=%d", asked.Properties[0].Index))
	}
	return out
}

// peerCommand asks a peer about a translation.
func (w *commandBuilder) peerCommand(c *command, t task, f *bench.Family, sys *recipe.System, asked mc.Specification) error {
	options, flags := smv.Options{}, []string{"export", "smv"}
	suffix := ""
	if t.configuration.Tool == NuXmv {
		options.Dialect, suffix = smv.NuXmv, ".nuxmv"
		flags = append(flags, "--dialect=nuxmv")
	}
	if t.configuration.Source == Partitioned {
		options.Relation = smv.Partitioned
	}
	flags = append(flags, "--relation="+string(t.configuration.Source))
	flags = append(flags, t.flags(f, asked)...)
	if t.Kind == ReachableStates {
		flags, asked = append(flags, "--no-properties"), mc.Specification{}
	}
	file := fmt.Sprintf("%s.%s%s.smv", t.stem(), t.configuration.Source, suffix)
	module, err := w.module(file, sys, asked, options)
	if err != nil {
		return err
	}
	c.specifications = module.Specifications
	c.input = shell(Ours, append(flags, "--output="+file, modelFile(f)))
	return w.question(c, t, file)
}

// circuitCommand asks ABC about one property.
func (w *commandBuilder) circuitCommand(c *command, t task, f *bench.Family, sys *recipe.System, asked mc.Specification) error {
	circuit, err := aiger.Translate(context.Background(), sys, asked, aiger.Options{})
	if err != nil {
		return err
	}
	if circuit, err = circuit.ForABC(); err != nil {
		return err
	}
	file, script := t.stem()+".aig", "read_aiger "+t.stem()+".aig; "
	if len(circuit.Outputs) > 0 {
		script += "l2s; strash; "
	}
	c.arguments = append(c.arguments, script+t.configuration.Script[0])
	flags := append([]string{"export", "aiger", "--binary", "--dialect=abc"}, t.flags(f, asked)...)
	c.input = shell(Ours, append(flags, "--output="+file, modelFile(f)))
	return w.write(file, circuit.Binary())
}

// question adds what a peer is to do with a file. Without a script, peers choose the order of
// several properties themselves and do not print names. So there is always a script for verdicts of
// several properties, which asks one by one.
func (w *commandBuilder) question(c *command, t task, file string) error {
	script, name := t.configuration.Script, t.configuration.Name
	if len(script) == 0 {
		switch t.Kind {
		case ReachableStates:
			c.arguments = append(c.arguments, "-r", file)
			return nil
		case OneProperty: // holds if all of its specifications do
			c.arguments = append(c.arguments, file)
			return nil
		}
		script, name = oneByOne, "check"
	}
	count := len(c.specifications)
	if t.Kind == ReachableStates {
		count = 0
	}
	name = fmt.Sprintf("%s-%d.cmd", name, count)
	c.arguments = append(c.arguments, "-source", name, file)
	return w.write(name, []byte(scriptText(script, count)))
}

// oneByOne is the script for peers to which no other one is given.
var oneByOne = []string{"set on_failure_script_quits", "go", checkCommand, "quit"}

// scriptText is the text of a script that checks that many specifications, or with 0 counts the
// reachable states.
func scriptText(script []string, count int) string {
	var out strings.Builder
	for _, line := range script {
		suffix, check := strings.CutPrefix(line, checkCommand)
		switch {
		case !check:
			fmt.Fprintln(&out, line)
		case count == 0:
			fmt.Fprintln(&out, "print_reachable_states")
		default:
			for n := range count {
				fmt.Fprintf(&out, "check_ltlspec%s -n %d\n", suffix, n)
			}
		}
	}
	return out.String()
}

// program reads a family's model.
func (w *commandBuilder) program(f *bench.Family, size int) (*rcheck.Program, error) {
	key := fmt.Sprint(f.Name, " ", size)
	if p := w.programs[key]; p != nil {
		return p, nil
	}
	p, err := bench.Read(f.File(), f.Set(size))
	if err == nil {
		w.programs[key] = p
	}
	return p, err
}

// module translates and writes a file, once for each name.
func (w *commandBuilder) module(file string, sys *recipe.System, spec mc.Specification, options smv.Options) (*smv.Module, error) {
	if m := w.modules[file]; m != nil {
		return m, nil
	}
	m, err := smv.Translate(context.Background(), sys, spec, options)
	if err != nil {
		return nil, err
	}
	w.modules[file] = m
	return m, w.write(file, []byte(m.String()))
}

// write writes a file, unless the builder has no directory.
func (w *commandBuilder) write(name string, text []byte) error {
	if w.directory == "" {
		return nil
	}
	path := filepath.Join(w.directory, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// shell is a command line that a shell would take.
func shell(program string, arguments []string) string {
	out := program
	for _, a := range arguments {
		if strings.ContainsAny(a, " '\"$*?()[]{}|&;<>\\`!#~") || a == "" {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		out += " " + a
	}
	return out
}
