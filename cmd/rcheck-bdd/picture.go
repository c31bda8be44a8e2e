package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// drawFlags are the flags of draw.
type drawFlags struct {
	model    modelFlags
	limits   limitFlags
	what     string
	picture  pictureFlags
	property []string // one for each of two files, or one for all
	agents   []string
	maxNodes int
	sort     sortFlag
}

// pictureFlags are the flags that say how and where something is drawn.
type pictureFlags struct {
	format, output string
	formats        []string
}

func (p *pictureFlags) declare(f *cli.Flags, formats ...string) {
	p.formats = formats
	list := strings.Join(formats, "|")
	f.Choice(&p.format, "format", "`"+list+"` (default: the ending of the output's name, or text)", append([]string{""}, formats...)...)
	f.StringVarP(&p.output, "output", "o", "", "write to this `FILE` instead of standard output")
}

// kind is the format: the one that is asked for, the one of the output's name, or text.
func (p *pictureFlags) kind() string {
	switch ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(p.output)), "."); {
	case p.format != "":
		return p.format
	case ext == "gv":
		return "dot"
	case ext == "" || ext == "txt":
		return "text"
	default:
		return ext
	}
}

// write draws to where the picture belongs, piece by piece. A limit or an interrupt ends that, and
// then nothing is written. Control characters are made harmless for terminals and XML.
func (p *pictureFlags) write(ctx context.Context, env *cli.Env, draw func(io.Writer) error) error {
	f, err := createFile(env, cmp.Or(p.output, stdinName))
	if err != nil {
		return err
	}
	if !slices.Contains(p.formats, p.kind()) {
		return cli.Usage("-o %s: no format ends in `.%s`; choose another ending, or a format with --format=%s",
			p.output, p.kind(), strings.Join(p.formats, "|"))
	}
	escaped := terminal.NewWriter(f)
	pieces := bufio.NewWriter(escaped)
	to := io.Writer(pieces)
	if p.kind() == "svg" {
		to = xmlWriter{pieces}
	}
	err = draw(to)
	if err == nil {
		err = cmp.Or(pieces.Flush(), escaped.Close(), f.Commit())
	}
	if err != nil && err == ctx.Err() { // and no error that says more
		err = &interrupt.Error{Phase: "drawing", Err: err}
	}
	return err
}

// An xmlWriter makes control characters harmless in XML. Each write is a whole number of
// characters.
type xmlWriter struct{ io.StringWriter }

func (w xmlWriter) Write(p []byte) (int, error) {
	if _, err := w.WriteString(terminal.EscapeXML(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// drawn draws diagrams, and below them the talk of a system if there is one, which DOT does not
// show with them.
func (p *pictureFlags) drawn(ctx context.Context, w io.Writer, diagrams []draw.Diagram, talk *draw.Talk) error {
	switch p.kind() {
	case "dot":
		return draw.WriteDOT(ctx, w, diagrams...)
	case "svg":
		scene, err := draw.Scenes(ctx, diagrams...)
		if err != nil {
			return err
		}
		if talk != nil {
			scene.Add(talk.Scene())
		}
		return scene.WriteSVG(ctx, w)
	}
	var parts []func(context.Context, io.Writer) error
	for _, d := range diagrams {
		parts = append(parts, d.WriteText)
	}
	if talk != nil {
		parts = append(parts, talk.WriteText)
	}
	for i, write := range parts {
		if i > 0 {
			fmt.Fprintln(w) // what cannot be written shows in the next part
		}
		if err := write(ctx, w); err != nil {
			return err
		}
	}
	return nil
}
