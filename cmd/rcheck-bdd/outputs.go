package main

import (
	"cmp"
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
)

// outputs are where the results of check go: text to standard output, and documents to files. A document may take standard
// output, which is then its alone.
type outputs struct {
	text      io.Writer
	documents []documentOutput
}

type documentOutput struct {
	path  string
	write func(*report.Document, io.Writer) error
	file  *output.File
}

// documentFlags say where documents go.
type documentFlags struct{ json, junit, sarif, html string }

func (d *documentFlags) declare(f *cli.Flags) {
	f.StringVar(&d.json, "json", "", "write the results as JSON to `PATH`; with - nothing else is written to standard output")
	f.StringVar(&d.junit, "junit", "", "write the results as JUnit XML to `PATH`")
	f.StringVar(&d.sarif, "sarif", "", "write diagnostics and violated properties as SARIF to `PATH`")
}

// any reports whether there is a document to write.
func (d *documentFlags) any() bool { return *d != documentFlags{} }

// openOutputs looks at the paths at once, so that one that cannot be written does not cost a check. The files that will be read are
// declared before.
func (d *documentFlags) openOutputs(env *cli.Env) (*outputs, error) {
	out := &outputs{text: env.Stdout}
	for _, o := range []documentOutput{
		{path: d.json, write: (*report.Document).Write},
		{path: d.junit, write: (*report.Document).WriteJUnit},
		{path: d.sarif, write: writeSARIF},
		{path: d.html, write: func(document *report.Document, w io.Writer) error { return page.WriteRuns(w, document) }},
	} {
		if o.path == "" {
			continue
		}
		if o.path == stdinName {
			if out.text != env.Stdout {
				return nil, cli.Usage("only one of --json, --junit, --sarif and --html can be -")
			}
			out.text = io.Discard
		}
		var err error
		if o.file, err = createFile(env, o.path); err != nil {
			return nil, err
		}
		out.documents = append(out.documents, o)
	}
	return out, nil
}

// write writes the documents.
func (o *outputs) write(document *report.Document) error {
	var errs []error
	for _, d := range o.documents {
		err := d.write(document, d.file)
		if err == nil {
			err = d.file.Commit()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func writeSARIF(d *report.Document, w io.Writer) error { return d.WriteSARIF(w, allCodes()) }

// createFile returns an output for what a command writes, to standard output if the path is "-". It never replaces a model, which is
// what is there if the value of a flag was left out: `--json model.rcp`.
func createFile(env *cli.Env, path string) (*output.File, error) {
	if _, err := os.Stat(path); err == nil && (isISPL(path) || strings.EqualFold(filepath.Ext(path), ".rcp")) {
		return nil, cli.Usage("%s is a model, which would be overwritten; give another file", path)
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

// writeOutput writes a text to a file (see [createFile]), or to standard output if the path is empty. The text is made harmless for
// whoever looks at the file.
func writeOutput(env *cli.Env, path, text string) error {
	path = cmp.Or(path, stdinName)
	f, err := createFile(env, path)
	if err != nil {
		return err
	}
	f.WriteString(terminal.Escape(text)) // which cannot fail
	return f.Commit()
}
