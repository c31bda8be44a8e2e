package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// logFlags say which logs are read, and what they mean.
type logFlags struct {
	logs   []string
	binder string
	format string
}

func (l *logFlags) declare(f *cli.Flags) {
	f.StringArrayVar(&l.logs, "log", nil, "read this `FILE`; - is standard input; give --log several times for logs of one run")
	f.StringVar(&l.binder, "map", "", "read from this `FILE` what the events and fields of the log mean")
	f.Choice(&l.format, "log-format", "form of the logs, `json|csv|otel` (default: csv if the name ends in .csv, else JSON lines); otel is\nOpenTelemetry's JSON for spans and logs", "", "json", "csv", "otel")
}

// readMap reads the map, and prints its errors.
func (l *logFlags) readMap(ctx context.Context, env *cli.Env) (*logs.Map, error) {
	text, err := readInput(ctx, env, l.binder)
	if err != nil {
		return nil, err
	}
	m, err := logs.ParseMap(terminal.Name(l.binder), string(text))
	return m, reported(env, err)
}

// reported prints errors about places in logs and maps, one a line. Other errors stay as they are.
func reported(env *cli.Env, err error) error {
	var at *logs.Error
	if !errors.As(err, &at) || errors.Is(err, logs.ErrTooLarge) {
		return err
	}
	list := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		list = many.Unwrap()
	}
	for _, one := range list {
		fmt.Fprintln(env.Stderr, terminal.Escape(one.Error()))
	}
	return cli.ErrReported
}

// open opens the logs. The caller closes them.
func (l *logFlags) open(ctx context.Context, env *cli.Env) (readers []*logs.Reader, closeAll func(), err error) {
	var files []*os.File
	closeAll = func() {
		for _, f := range files {
			_ = f.Close()
		}
	}
	for _, name := range l.logs {
		format := logs.FormatOf(name)
		switch l.format {
		case "json":
			format = logs.JSONLines
		case "csv":
			format = logs.CSV
		case "otel":
			format = logs.OpenTelemetry
		}
		var from io.Reader
		if name == stdinName {
			noteStdin(env)
			from, env.Stdin = env.Stdin, readBefore{}
		} else {
			f, err := openLog(name)
			if err != nil {
				closeAll()
				return nil, nil, err
			}
			env.Files.Opened(name, f)
			files, from = append(files, f), f
		}
		readers = append(readers, logs.NewReader(terminal.Name(name), awaitedReader{ctx, from}, format, logs.Limits{}))
	}
	return readers, closeAll, nil
}

// named are the logs in words.
func (l *logFlags) named() string {
	var names []string
	for _, name := range l.logs {
		names = append(names, terminal.Name(name))
	}
	return strings.Join(names, ", ")
}

// openLog opens the file of a log.
func openLog(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, fmt.Errorf("cannot read %s: %w", terminal.Name(name), err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, fmt.Errorf("cannot read %s: it is a folder; give the file of a log", terminal.Name(name))
	}
	return f, nil
}

// A mapUse tells what a map has said of the entries so far.
type mapUse interface {
	Silent() bool
	EmptyFields() []logs.EmptyField
}

// noteSilence says on standard error why a log that is possible may mean little: it had no entry,
// or facts of the map never said anything.
func noteSilence(env *cli.Env, named string, entries int, use mapUse) {
	name, empty := terminal.Escape(named), use.EmptyFields()
	switch {
	case entries == 0:
		fmt.Fprintf(env.Stderr, "note: %s: no entry was compared with the model; the log is empty, or the map skips all its events\n", name)
	case use.Silent() && len(empty) == 0:
		fmt.Fprintf(env.Stderr, "note: %s: no fact of the map says anything of an entry, so that each entry stands for any step; "+
			"write facts such as `command` below `on`\n", name)
	}
	for i, e := range empty {
		if i == shownEmpty {
			fmt.Fprintf(env.Stderr, "note: %d more fields of the map have no value in any entry\n", len(empty)-i)
			break
		}
		fmt.Fprintf(env.Stderr, "note: %s: no entry has a value in the field %s, so that this fact said nothing; is the name right?\n",
			terminal.Escape(e.Place), terminal.Escape(strconv.Quote(e.Name)))
	}
}

// shownEmpty is how many fields without a value are listed.
const shownEmpty = 3

// An awaitedReader reads until its context ends: a pipe may give nothing for a long time.
type awaitedReader struct {
	ctx  context.Context
	from io.Reader
}

func (r awaitedReader) Read(p []byte) (int, error) {
	type part struct{ text []byte }
	got, err := awaited(r.ctx, "reading the log", func() (part, error) {
		text := make([]byte, len(p))
		n, err := r.from.Read(text)
		if n > 0 {
			err = nil // which the next call returns again
		}
		return part{text[:n]}, err
	})
	return copy(p, got.text), err
}

// A logModel is a model with what the map says about it.
type logModel struct {
	*model
	binder *logs.Binder
	conform.Options
}

// bind reads a model and the map.
func (l *logFlags) bind(ctx context.Context, env *cli.Env, flags *modelFlags, engine *engineFlags, name string) (*logModel, error) {
	out := &logModel{}
	var err error
	if out.model, err = flags.onlyModel(ctx, env, name); err != nil {
		return nil, err
	}
	if out.program.System, err = mc.Bounded(ctx, out.program.System); err != nil {
		return nil, err
	}
	m, err := l.readMap(ctx, env)
	if err != nil {
		return nil, err
	}
	if out.binder, err = m.Bind(out.program.System); err != nil {
		return nil, reported(env, err)
	}
	out.Options = fairOptions(out.model, engine)
	out.Hidden, err = out.binder.Hidden()
	return out, reported(env, err)
}

// fairOptions are the options for logs with the fairness of a model.
func fairOptions(m *model, engine *engineFlags) conform.Options {
	fairness := rcp.Fairness(m.program)
	return conform.Options{Justice: fairness.Justice, Compassion: fairness.Compassion, Encoding: engine.encoding()}
}

// system is the system of the model.
func (m *logModel) system() *recipe.System { return m.program.System }
