package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// stdinName is how standard input is called as an argument, and in diagnostics.
const stdinName = "-"

// modelFlags are the flags that say how a model is read.
type modelFlags struct {
	set     map[string]string
	bounds  cli.Interval
	reading string
	color   string
}

func (m *modelFlags) declare(f *cli.Flags) {
	f.Group("Reading the model")
	f.Assignments(&m.set, "set", "give a constant of the model another value: `NAME=VALUE`, such as N=8 (repeatable)")
	f.Interval(&m.bounds, "int", "give variables of type int this range: `LO..HI`")
	f.Choice(&m.reading, "reading", "how far F, G, X and observations reach in formulas, `tight|wide`: G a -> b is (G a) -> b with tight,\nand G (a -> b) with wide (default: as in the dialect of the model; tight without one)", "", "tight", "wide")
	f.Group("Colour")
	f.Choice(&m.color, "color", "use colour, `auto|always|never`: auto uses it on a terminal, unless NO_COLOR is set",
		string(terminal.Auto), string(terminal.Always), string(terminal.Never))
}

func (m *modelFlags) style(env *cli.Env, w io.Writer) terminal.Style {
	return terminal.NewStyle(terminal.When(m.color), w, env.Getenv)
}

// options are the flags in the form that the reader of models takes.
func (m *modelFlags) options() (rcheck.Options, error) {
	o := rcheck.Options{Reading: readingChoice(m.reading)}
	if m.bounds.Given {
		o.Int = &rcheck.Interval{Lo: m.bounds.Lo, Hi: m.bounds.Hi}
	}
	for _, name := range slices.Sorted(maps.Keys(m.set)) {
		value, err := strconv.Atoi(m.set[name])
		if err != nil {
			return o, cli.Usage("--set %s=%s: the value of a constant must be an integer", name, m.set[name])
		}
		if o.Set == nil {
			o.Set = map[string]int{}
		}
		o.Set[name] = value
	}
	return o, nil
}

// settings are the flags as they are kept with a trace; nil if none was given.
func (m *modelFlags) settings() *report.Settings {
	s := report.Settings{Set: m.set, Reading: m.reading}
	if m.bounds.Given {
		s.Int = fmt.Sprintf("%d..%d", m.bounds.Lo, m.bounds.Hi)
	}
	if len(s.Set) == 0 && s.Int == "" && s.Reading == "" {
		return nil
	}
	return &s
}

// with is the flags with settings kept with a trace, where no flag says otherwise.
func (m modelFlags) with(s *report.Settings) (modelFlags, error) {
	if s == nil {
		return m, nil
	}
	set := maps.Clone(s.Set)
	if set == nil {
		set = map[string]string{}
	}
	maps.Copy(set, m.set)
	m.set = set
	m.reading = cmp.Or(m.reading, s.Reading)
	if m.bounds.Given || s.Int == "" {
		return m, nil
	}
	var err error
	m.bounds, err = cli.ParseInterval(s.Int)
	return m, err
}

// A model is a file that was read, with what there is to say about it.
type model struct {
	name string // positions have it as [terminal.Name] shows it
	// program is what the file states in R-CHECK, ispl what it states in ISPL. Both are nil if it is
	// no model; then either fault or list says why. Properties with errors are not among the program's
	// own.
	program *rcheck.Program
	ispl    *ispl.Program
	fault   error // the file could not be read
	list    diag.List
	sources report.Sources
	// open are the constants of which all values are checked.
	open []string
	// remarks are those of the model and of files of properties.
	remarks *remark.Set
}

// names are what results call the things of the model.
func (m *model) names() witness.Names {
	if m.ispl != nil {
		return witness.OfInterpreted(m.ispl.System)
	}
	return witness.OfRecipe(m.program.System, m.program.Sees...)
}

// agents are the names of the model's agents, and of their types.
func (m *model) agents() (names, types []string) {
	if m.ispl != nil {
		for _, a := range m.ispl.System.Agents {
			names = append(names, a.Name)
		}
		return names, names
	}
	for _, a := range m.program.System.Agents {
		names, types = append(names, a.Name), append(types, a.TypeName)
	}
	return names, types
}

// readModel reads a model in R-CHECK or ISPL from a file, or from standard input if its name is
// "-". The error is one of the flags for R-CHECK, or says that a limit was reached.
func (m *modelFlags) readModel(ctx context.Context, env *cli.Env, name string) (*model, error) {
	if !isISPL(name) {
		if _, err := m.options(); err != nil {
			return nil, err
		}
	}
	text, err := readInput(ctx, env, name)
	switch {
	case isLimit(err):
		return nil, err
	case err != nil:
		return &model{name: name, fault: err}, nil
	}
	parse := m.parse
	if isISPL(name) {
		parse = parseISPL
	}
	out, err := parse(ctx, name, text)
	if err == nil && out.program == nil && out.ispl == nil {
		if fault := misnamed(name, text); fault != nil {
			return &model{name: name, fault: fault}, nil
		}
	}
	return out, err
}

// misnamed is why a text that has errors is no model of the language that its name stands for: it is
// one of the other language. It is nil where it does not look so.
func misnamed(name string, text []byte) error {
	switch ispl := isISPL(name); {
	case ispl && bytes.Contains(text, []byte("repeat:")):
		return errors.New("the text is a model of R-CHECK, but a name that ends in .ispl stands for ISPL; give the file a name that ends in .rcp")
	case !ispl && bytes.Contains(text, []byte("end Agent")):
		return errors.New("the text is a model in ISPL, but only a file whose name ends in .ispl is read as ISPL; give the file such a name")
	}
	return nil
}

// parse is readModel for R-CHECK once the text is known.
func (m *modelFlags) parse(ctx context.Context, name string, text []byte) (*model, error) {
	options, err := m.options()
	if err != nil {
		return nil, err
	}
	out := &model{name: name}
	shown := terminal.Name(name)
	out.sources.Add(shown, text)
	out.program, out.list, err = rcheck.ParseContext(ctx, shown, text, options)
	if err != nil {
		return nil, err
	}
	if out.program != nil {
		out.remarks = &remark.Set{}
		out.list = append(out.list, out.remarks.Read(out.program.File, workbench.WarningCodes)...)
	}
	return out, nil
}

// onlyModel reads the model of a command that needs one in R-CHECK, and prints its errors.
func (m *modelFlags) onlyModel(ctx context.Context, env *cli.Env, name string) (*model, error) {
	if isISPL(name) {
		_, err := m.options()
		return nil, cmp.Or(err, fmt.Errorf("cannot use %s: %w", terminal.Name(name), errISPL))
	}
	return m.readUsable(ctx, env, name)
}

// readUsable is readModel for a command that needs a model without errors, and prints those that
// there are.
func (m *modelFlags) readUsable(ctx context.Context, env *cli.Env, name string) (*model, error) {
	out, err := m.readModel(ctx, env, name)
	if err == nil {
		err = out.usable(env, m)
	}
	return out, err
}

// usable returns why the file is of no use, and prints the errors of its text. A model that is of
// use has none.
func (m *model) usable(env *cli.Env, flags *modelFlags) error {
	errors := m.list.Errors()
	report.Diagnostics(env.Stderr, errors, &m.sources, flags.style(env, env.Stderr))
	if m.fault == nil && len(errors) > 0 {
		return cli.ErrReported
	}
	return m.fault
}

// with adds a property to the program, and gives it the next index even if it is rejected.
func (m *model) with(ctx context.Context, keyword, name, text string) (*rcheck.Spec, diag.List, error) {
	program, spec, list, err := m.program.WithDeclared(ctx, keyword, name, text)
	if err == nil {
		m.program = program
	}
	return spec, list, err
}

// mustAdd adds a formula that came with the command line to a model that is of no use without it,
// and prints what there is to say about it.
func (m *model) mustAdd(ctx context.Context, env *cli.Env, flags *modelFlags, text, source string) (*rcheck.Spec, error) {
	spec, list, err := m.addFormula(ctx, "", text, source)
	if err != nil {
		return nil, err
	}
	report.Diagnostics(env.Stderr, list, &m.sources, flags.style(env, env.Stderr))
	if spec == nil {
		return nil, cli.ErrReported
	}
	return spec, nil
}

// addFormula adds a property that came with the command line. Diagnostics call its text as the last
// argument says, or by the property's number if that is empty. The error says that a limit was
// reached.
func (m *model) addFormula(ctx context.Context, name, text, source string) (*rcheck.Spec, diag.List, error) {
	spec, list, err := m.with(ctx, "SPEC", name, text)
	for _, d := range list {
		if source != "" {
			for _, p := range []*token.Position{&d.Start, &d.End} {
				p.Filename = source
			}
		}
		m.sources.Add(d.Start.Filename, []byte(text))
	}
	return spec, list, err
}

// readBefore stands for standard input once it has been read to its end.
type readBefore struct{}

func (readBefore) Read([]byte) (int, error) {
	return 0, errors.New("it can be read only once")
}

// noteStdin notes that standard input is read, which is perhaps a file.
func noteStdin(env *cli.Env) {
	if f, ok := env.Stdin.(*os.File); ok {
		env.Files.Opened("standard input", f)
	}
}

// readInput reads a file, or standard input, which can be done once, until ctx ends. Errors name
// the file once.
func readInput(ctx context.Context, env *cli.Env, name string) ([]byte, error) {
	if name == stdinName {
		noteStdin(env)
		from := env.Stdin
		env.Stdin = readBefore{}
		text, err := awaited(ctx, "reading standard input", func() ([]byte, error) { return output.ReadAll(ctx, from) })
		if isLimit(err) {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read standard input: %w", err)
		}
		return text, nil
	}
	text, err := awaited(ctx, "reading "+terminal.Name(name), func() ([]byte, error) { return env.Files.Read(ctx, name) })
	if isLimit(err) {
		return nil, err
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", terminal.Name(name), err)
	}
	return text, nil
}

// awaited returns what do returns, or, if ctx ends before, an error about the phase: a pipe may
// never end.
func awaited[T any](ctx context.Context, phase string, do func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	var none T
	if err := ctx.Err(); err != nil {
		return none, &interrupt.Error{Phase: phase, Err: err}
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := do()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return none, &interrupt.Error{Phase: phase, Err: ctx.Err()}
	}
}

// endOf is the place after the formula of a property that is in a file, by its number; empty for
// others.
func endOf(p *rcheck.Program, index int) string {
	spec := p.Spec(index)
	if spec == nil {
		return ""
	}
	if end := p.Files.Position(spec.Expr.End()); end.Filename == spec.Pos.File {
		return end.String()
	}
	return ""
}

// readingChoice is the value of --reading as the parser takes it.
func readingChoice(reading string) parser.ReadingChoice {
	switch reading {
	case "tight":
		return parser.ForceTight
	case "wide":
		return parser.ForceWide
	}
	return parser.ByDialect
}

// parseISPL reads the text of a model in ISPL. The error says that a limit was reached.
func parseISPL(ctx context.Context, name string, text []byte) (*model, error) {
	shown := terminal.Name(name)
	return awaited(ctx, "reading "+shown, func() (*model, error) {
		m := &model{name: name, remarks: &remark.Set{}}
		m.sources.Add(shown, text)
		var err error
		if m.ispl, m.list, err = ispl.ParseContext(ctx, shown, text, ispl.Options{}); err != nil {
			return nil, err
		}
		if m.ispl != nil {
			m.list = append(m.list, m.remarks.ReadISPL(m.ispl.File, workbench.WarningCodes)...)
		}
		return m, nil
	})
}

// fitsISPL returns an error about the first flag that means nothing for models in ISPL.
func (m *modelFlags) fitsISPL() error {
	return unfit(map[string]bool{"--set": len(m.set) > 0, "--int": m.bounds.Given, "--reading": m.reading != ""})
}
