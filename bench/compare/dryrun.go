package compare

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// WritePlan prints every command line of a plan, whether its tools are there or
// not, how many processes that are, and how long they could take. Scripts and
// files that the commands read are made, but nowhere written.
func WritePlan(w io.Writer, p *Plan, published []PublishedFile) error {
	tasks, err := p.schedule(Configurations(), published)
	if err != nil {
		return err
	}
	shop := newCommandBuilder("", published)
	var last Question
	scripts := map[string]bool{}
	for _, t := range tasks {
		if t.Question != last {
			last = t.Question
			fmt.Fprintf(w, "# %v\n", last)
		}
		c, err := shop.command(t)
		if err != nil {
			fmt.Fprintf(w, "# %s: %v\n", t.configuration.Name, err)
			continue
		}
		if c.input != "" && !scripts[c.input] {
			scripts[c.input] = true
			fmt.Fprintln(w, c.input)
		}
		fmt.Fprintln(w, shell(t.configuration.Tool, c.arguments))
	}
	for _, c := range Configurations() {
		asked := slices.ContainsFunc(tasks, func(t task) bool { return t.configuration.Name == c.Name })
		if asked && len(c.Script) > 0 && c.Tool != ABC {
			fmt.Fprintf(w, "# the script of %s, where %s is the command for the question:\n", c.Name, checkCommand)
			for _, line := range c.Script {
				fmt.Fprintf(w, "#   %s\n", line)
			}
		}
	}
	processes := len(tasks) * p.Runs
	longest := time.Duration(float64(processes) * p.Seconds * float64(time.Second))
	_, err = fmt.Fprintf(w, "# %d measurements, %d runs of each, of at most %v and %d MiB: %v at the very most; a limit that is reached is not\n"+
		"# tried again, nor at larger sizes\n", len(tasks), p.Runs, time.Duration(p.Seconds*float64(time.Second)), p.MebiBytes, longest.Round(time.Second))
	return err
}
