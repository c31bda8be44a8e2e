package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// outputs are the files that something is written to, each in its own form.
type outputs[T any] []struct {
	path  string
	write func(T, context.Context, io.Writer) error // a method
	file  *output.File
}

// openOutputs looks at the paths at once, so that one that cannot be written does not cost a check.
// Outputs without a path are left out.
func openOutputs[T any](env *cli.Env, all outputs[T]) (outputs[T], error) {
	var out outputs[T]
	for _, o := range all {
		if o.path == "" {
			continue
		}
		var err error
		if o.file, err = createFile(env, o.path); err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

// write writes the outputs, until ctx ends.
func (o outputs[T]) write(ctx context.Context, what T) error {
	var errs []error
	for _, d := range o {
		err := d.write(what, ctx, d.file)
		if err == nil {
			err = d.file.Commit()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// short writes an output that is short enough to be written after the end of a context.
func short[T any](write func(T, io.Writer) error) func(T, context.Context, io.Writer) error {
	return func(what T, _ context.Context, w io.Writer) error { return write(what, w) }
}

// documentFlags say where documents go.
type documentFlags struct{ json, junit, sarif, html string }

func (d *documentFlags) declare(f *cli.Flags) {
	f.StringVar(&d.json, "json", "", "write the results as JSON to `PATH`; - is standard output, which then has nothing else")
	f.StringVar(&d.junit, "junit", "", "write the results as JUnit XML to `PATH`")
	f.StringVar(&d.sarif, "sarif", "", "write diagnostics and violated properties as SARIF to `PATH`")
}

// any reports whether there is a document to write.
func (d *documentFlags) any() bool { return d.count() > 0 }

// count is how many documents there are to write.
func (d *documentFlags) count() (n int) {
	for _, path := range []string{d.json, d.junit, d.sarif, d.html} {
		if path != "" {
			n++
		}
	}
	return n
}

// seal writes a result about a file as the documents have it, and drops what they and the text do
// not need any more. After the end of ctx some leave out its run.
func (d *documentFlags) seal(ctx context.Context, r *report.Result, file string) error {
	var err error
	if d.json != "" {
		err = r.Seal()
	}
	if d.sarif != "" && !r.AsExpected() {
		err = errors.Join(err, r.SealSARIF(ctx, file))
	}
	if d.html != "" {
		err = errors.Join(err, page.Seal(r))
	}
	r.Explanation, r.Shown, r.More, r.Views, r.Further = nil, nil, nil, nil, nil
	if d.junit == "" {
		r.Trace, r.Witness = nil, nil
	}
	return err
}

// open opens the outputs of documents, and returns what text is written to: a document may take
// standard output, which is then its alone. The files that will be read are declared before.
func (d *documentFlags) open(env *cli.Env) (files outputs[*report.Document], text io.Writer, err error) {
	text = env.Stdout
	for _, path := range []string{d.json, d.junit, d.sarif, d.html} {
		if path == stdinName && text != env.Stdout {
			return nil, nil, cli.Usage("only one of --json, --junit, --sarif and --html can write to -")
		}
		if path == stdinName {
			text = io.Discard
		}
	}
	files, err = openOutputs(env, outputs[*report.Document]{
		{path: d.json, write: (*report.Document).Write},
		{path: d.junit, write: (*report.Document).WriteJUnit},
		{path: d.sarif, write: func(d *report.Document, ctx context.Context, w io.Writer) error {
			return d.WriteSARIF(ctx, w, workbench.Codes())
		}},
		{path: d.html, write: func(d *report.Document, ctx context.Context, w io.Writer) error { return page.WriteRuns(ctx, w, d) }},
	})
	return files, text, err
}

// createFile returns an output for what a command writes, to standard output if the path is "-". It
// never replaces a model, nor does it write to what looks like a flag: that is what is there if the
// value of a flag was left out, as in `--json model.rcp`.
func createFile(env *cli.Env, path string) (*output.File, error) {
	if strings.HasPrefix(path, "-") && path != stdinName {
		return nil, cli.Usage("%s looks like a flag, but the name of an output file is expected; write ./%s for a file of this name", path, path)
	}
	if _, err := os.Stat(path); err == nil && (isISPL(path) || strings.EqualFold(filepath.Ext(path), ".rcp")) {
		return nil, cli.Usage("%s is a model and would be overwritten; give another file", path)
	}
	if path == stdinName {
		path = "/dev/stdout"
	}
	f, err := env.Files.Create(path)
	if errors.Is(err, output.ErrConflict) {
		err = cli.Usage("%w", err)
	}
	return f, err
}

// writeOutput writes a text to a file (see [createFile]), or to standard output if the path is
// empty. Control characters in the text are made harmless for terminals.
func writeOutput(env *cli.Env, path, text string) error {
	path = cmp.Or(path, stdinName)
	f, err := createFile(env, path)
	if err != nil {
		return err
	}
	f.WriteString(terminal.Escape(text)) // which cannot fail
	return f.Commit()
}
