// Command regret compares the plain command with each engine alone, on every question of the
// families, of the published models and of the families in ISPL:
//
//	go run ./bench/cmd/regret [-limit 10s] [-least 0s] [-runs 1] [-only REGEXP] [-models FOLDER] [-svg PATH] > TABLE.md
//
// The regret of a question is what the plain command took, divided by what the fastest engine took
// that gave the same verdict, in processor time of whole processes. An engine has a quarter more
// than the plain command took, and 0.1 s: a question that no engine alone answers in that time has
// no regret. An interrupt ends the questions, and the table has those that were asked.
//
// With -least, engines are not asked alone if the plain command needs less time. Such a question
// has no regret either. For example, these are 2 000 questions of generated models:
//
//	RCHECK_MODELS=560 RCHECK_MEASURED=FOLDER go test ./mc/internal/rchecktest -run MeasuredModels
//	go run ./bench/cmd/regret -models FOLDER -least 30ms > TABLE.md
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

func main() {
	limit := flag.Duration("limit", 10*time.Second, "processor `TIME` of one check")
	least := flag.Duration("least", 0, "ask engines alone only if the plain command needs so much processor `TIME`")
	runs := flag.Int("runs", 1, "measure each check `N` times and take the median")
	only := flag.String("only", "", "ask only the questions whose names match `REGEXP`")
	models := flag.String("models", "", "ask the questions of the models in `FOLDER` instead")
	svg := flag.String("svg", "", "draw the picture to `PATH`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	m := &meter{
		runs: max(*runs, 1), least: *least, limits: limited.Limits{CPU: *limit, Bytes: 4 << 30},
	}
	if err := run(ctx, m, *only, *models, *svg, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "regret:", err)
		os.Exit(2)
	}
}

// run measures, and writes the table and the picture.
func run(ctx context.Context, m *meter, only, models, svg string, out io.Writer) error {
	matching, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "regret")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // what is left is in the folder for such files
	m.program = filepath.Join(folder, "rcheck-bdd")
	build := exec.CommandContext(ctx, "go", "build", "-o", m.program, "./cmd/rcheck-bdd")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the command does not build: %w: %s", err, text)
	}
	questions, err := questions(folder, models)
	if err != nil {
		return err
	}
	var asked []*question
	for _, q := range questions {
		if !matching.MatchString(q.name) {
			continue
		}
		if err := m.ask(ctx, q); ctx.Err() != nil {
			break
		} else if err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, q)
		asked = append(asked, q)
	}
	write(out, asked)
	if svg == "" {
		return nil
	}
	return os.WriteFile(svg, []byte(figure(asked).SVG()), 0o666)
}
