package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// drawFlags are the flags of draw.
type drawFlags struct {
	model    modelFlags
	format   string
	what     string
	output   string
	property string
}

func drawCommand() *cli.Command {
	flags := &drawFlags{}
	return &cli.Command{
		Name:      "draw",
		Arguments: "MODEL|TRACE [MODEL]",
		Short:     "Draw a model's automata and who can talk to whom, or a trace as a sequence diagram",
		Long: "A model is drawn as the structure automata of its agent types and a table of who can reach whom on\n" +
			"which channels. A trace, which is what `check --json` or `simulate --save` wrote, is drawn as a sequence\n" +
			"diagram. SVG needs no other program; DOT is for Graphviz.",
		Flags: flags.declare,
		Run:   flags.run,
	}
}

func (c *drawFlags) declare(f *cli.Flags) {
	f.Group("The drawing")
	f.Choice(&c.format, "format", "`text|svg|dot`", "text", "text", "svg", "dot")
	f.Choice(&c.what, "what", "of a model: `all|automata|talk`; dot draws one of the latter", "all", "all", "automata", "talk")
	f.StringVar(&c.property, "property", "", "the trace of the property with this `NAME` or number; needed if there are several")
	f.StringVar(&c.output, "output", "", "write to this `FILE` instead of standard output")
	f.Alias("o", "output")
	c.model.declare(f)
}

func (c *drawFlags) run(ctx context.Context, env *cli.Env, args []string) (int, error) {
	if len(args) != 1 && len(args) != 2 {
		return cli.Failed, cli.Usage("a model, or a trace and its model if the trace does not name it")
	}
	out, err := c.draw(ctx, env, args)
	if out == "" {
		return cli.Failed, err
	}
	if c.output == "" {
		_, err = io.WriteString(env.Stdout, out)
	} else if err = os.WriteFile(c.output, []byte(out), 0o666); err != nil {
		err = cannotWrite(c.output, err)
	}
	if err != nil {
		return cli.Failed, err
	}
	return 0, nil
}

// draw makes the picture of the file that is named first; it is empty if there
// are errors, told or returned.
func (c *drawFlags) draw(ctx context.Context, env *cli.Env, args []string) (string, error) {
	if args[0] != stdinName {
		text, err := readInput(env, args[0])
		if err != nil {
			return "", err
		}
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
			return c.drawTrace(env, args, text)
		}
	}
	if len(args) > 1 {
		return "", cli.Usage("%s is no trace, so there is one file to draw", args[0])
	}
	return c.drawModel(ctx, env, args[0])
}

// drawTrace draws a trace as a sequence diagram.
func (c *drawFlags) drawTrace(env *cli.Env, args []string, text []byte) (string, error) {
	if c.format == "dot" {
		return "", cli.Usage("a trace is drawn as text or svg")
	}
	saved, err := (&replayFlags{property: c.property}).choose(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", args[0], err)
	}
	file := modelOf(saved, args)
	if file == "" {
		return "", cli.Usage("%s does not say which model it is about; give it as the second argument", args[0])
	}
	if err := c.model.adopt(saved.Settings); err != nil {
		return "", err
	}
	m, err := c.model.onlyModel(env, file)
	if m == nil {
		return "", err
	}
	run, err := trace.Decode(recipe.NewInterpreter(m.program.System), saved.JSON)
	if err != nil {
		return "", fmt.Errorf("%s: %w", args[0], err)
	}
	sequence := draw.NewSequence(run)
	if c.format == "svg" {
		return sequence.Scene().SVG(), nil
	}
	return sequence.Text(), nil
}

// drawModel draws a model's automata and its talk, or one of them.
func (c *drawFlags) drawModel(ctx context.Context, env *cli.Env, file string) (string, error) {
	m, err := c.model.onlyModel(env, file)
	if m == nil {
		return "", err
	}
	automata := draw.Structure(m.program.System)
	if c.what == "automata" || c.what == "all" && c.format == "dot" {
		return c.written(automata, nil), nil
	}
	model, err := symbolic.Encode(ctx, m.program.System, symbolic.Options{NoTrials: true})
	if err != nil {
		return "", err
	}
	defer model.Close()
	talk := draw.WhoTalks(model)
	if c.what == "talk" {
		automata = nil
	}
	return c.written(automata, &talk), nil
}

// written is automata and talk, as far as given, in the format asked for.
func (c *drawFlags) written(automata []draw.Diagram, talk *draw.Talk) string {
	switch c.format {
	case "dot":
		if talk != nil {
			return talk.DOT()
		}
		return draw.DOT(automata...)
	case "svg":
		scene := draw.Scenes(automata...)
		if talk != nil {
			scene.Add(talk.Scene())
		}
		return scene.SVG()
	}
	out := ""
	for _, d := range automata {
		out += d.Text() + "\n"
	}
	if talk != nil {
		out += talk.Text()
	}
	return out
}
