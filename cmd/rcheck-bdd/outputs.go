package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
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
	w     io.Writer
}

// openOutputs opens the files at once, so that a path that cannot be written does not cost a check.
func (c *checkFlags) openOutputs(env *cli.Env) (*outputs, error) {
	out := &outputs{text: env.Stdout}
	for _, d := range []documentOutput{
		{path: c.json, write: (*report.Document).Write},
		{path: c.junit, write: (*report.Document).WriteJUnit},
		{path: c.sarif, write: writeSARIF},
	} {
		switch d.path {
		case "":
			continue
		case stdinName:
			if out.text != env.Stdout {
				out.close()
				return nil, cli.Usage("only one of --json, --junit and --sarif can be -")
			}
			d.w = env.Stdout
			out.text = io.Discard
		default:
			f, err := createFile(d.path)
			if err != nil {
				out.close()
				return nil, err
			}
			d.w = f
		}
		out.documents = append(out.documents, d)
	}
	return out, nil
}

// write writes the documents and closes their files.
func (o *outputs) write(document *report.Document) error {
	var errs []error
	for _, d := range o.documents {
		err := d.write(document, d.w)
		if d.path == stdinName {
			err = nil // which the program tells of itself
		}
		if f, ok := d.w.(*os.File); ok && d.path != stdinName {
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			errs = append(errs, cannotWrite(d.path, err))
		}
	}
	o.documents = nil
	return errors.Join(errs...)
}

// close closes what write has not.
func (o *outputs) close() {
	for _, d := range o.documents {
		if f, ok := d.w.(*os.File); ok && d.path != stdinName {
			f.Close()
		}
	}
}

func writeSARIF(d *report.Document, w io.Writer) error { return d.WriteSARIF(w, allCodes()) }

// createFile creates a file for what a command writes. It never replaces a model, which is what is there if the value of a flag
// was left out: `--json model.rcp`.
func createFile(path string) (*os.File, error) {
	if _, err := os.Stat(path); err == nil && strings.EqualFold(filepath.Ext(path), ".rcp") {
		return nil, cli.Usage("%s is a model, which would be overwritten; give another file", path)
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, cannotWrite(path, err)
	}
	return f, nil
}

// writeOutput writes a text to a file (see [createFile]), or to standard output if the path is empty or "-".
func writeOutput(env *cli.Env, path, text string) error {
	if path == "" || path == stdinName {
		_, _ = io.WriteString(env.Stdout, text) // the program heeds errors of standard output
		return nil
	}
	f, err := createFile(path)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if err = errors.Join(err, f.Close()); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

func cannotWrite(path string, err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		err = fault.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}
