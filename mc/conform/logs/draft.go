package logs

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// draftRecords is how many records of a log a draft looks at.
const draftRecords = 100_000

// eventNames are usual names of the field that names the event.
var eventNames = strings.Fields("event msg message name body action type")

// A drafter collects what a draft needs to know of a log.
type drafter struct {
	sys    *recipe.System
	texts  map[string]map[string]int            // by field, the texts it has, and how often
	events map[string]map[string]map[string]int // by event, field and text
}

// Draft writes a map for a log: a rule for each event, with the facts that the names of events and
// fields suggest. Facts that are guesses are comments. [ParseMap] accepts the draft. The error is
// one of the log's text, or says that the log has no record.
func Draft(r *Reader, sys *recipe.System) (string, error) {
	d := &drafter{sys: sys, texts: map[string]map[string]int{}, events: map[string]map[string]map[string]int{}}
	var records []map[string]string
	for len(records) < draftRecords {
		record, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		fields := map[string]string{}
		for _, f := range record.Fields {
			if f.Value.Kind != Null && f.Value.Kind != List {
				fields[f.Name] = f.Value.Text
			}
			if f.Value.Kind == Text {
				count(d.texts, f.Name, f.Value.Text)
			}
		}
		records = append(records, fields)
	}
	if len(records) == 0 {
		return "", fmt.Errorf("%s has no record, so that it suggests no map; give a log with events", r.record.File)
	}
	event := d.eventField(len(records))
	for _, fields := range records {
		name := fields[event]
		if d.events[name] == nil {
			d.events[name] = map[string]map[string]int{}
		}
		for f, text := range fields {
			if f != event {
				count(d.events[name], f, text)
			}
		}
	}
	return d.write(event), nil
}

func count(in map[string]map[string]int, field, text string) {
	if in[field] == nil {
		in[field] = map[string]int{}
	}
	in[field][text]++
}

// eventField guesses the field that names the event: one with a usual name, or else the field of
// all records with the fewest texts, but at least two.
func (d *drafter) eventField(records int) string {
	for _, name := range eventNames {
		if d.texts[name] != nil {
			return name
		}
	}
	best := eventNames[0]
	for _, f := range slices.Sorted(maps.Keys(d.texts)) {
		all := 0
		for _, n := range d.texts[f] {
			all += n
		}
		if n := len(d.texts[f]); all == records && n > 1 && (d.texts[best] == nil || n < len(d.texts[best])) {
			best = f
		}
	}
	return best
}

// write is the text of the map.
func (d *drafter) write(event string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A draft. Check every line; lines that begin with # are guesses or need your choice.\nevent %s\n", quoted(event))
	fmt.Fprintln(&b, "# hidden AGENT-LABEL             # commands that the log may leave out")
	d.renames(&b, event)
	fmt.Fprintf(&b, "# labels of the model: %s\n", some(d.allLabels(), func(l string) string { return l }))
	for _, name := range slices.Sorted(maps.Keys(d.events)) {
		fmt.Fprintf(&b, "\non %s\n", quoted(name))
		d.rule(&b, name)
	}
	return b.String()
}

// renames writes which fields may have other names for the agents of a type: those with at most as
// many names as the model has agents of the type.
func (d *drafter) renames(b *strings.Builder, event string) {
	any := false
	for _, f := range slices.Sorted(maps.Keys(d.texts)) {
		if f == event || d.allAgents(d.texts[f]) {
			continue
		}
		for _, typ := range d.types() {
			if n := d.agents(typ); n > 1 && len(d.texts[f]) <= n {
				any = true
				fmt.Fprintf(b, "# rename %s as %s  # if these %d names stand for %d agents of this type\n", quoted(f), typ, len(d.texts[f]), n)
			}
		}
	}
	if !any {
		fmt.Fprintln(b, "# rename FIELD as TYPE           # the field has other names for the agents of a type")
	}
}

// types are the names of the agent types.
func (d *drafter) types() (out []string) {
	for i := range d.sys.Agents {
		if t := d.sys.Agents[i].TypeName; !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// agents is how many agents a type has.
func (d *drafter) agents(typ string) (n int) {
	for i := range d.sys.Agents {
		if d.sys.Agents[i].TypeName == typ {
			n++
		}
	}
	return n
}

// allLabels are those of the model, each once.
func (d *drafter) allLabels() (out []string) {
	for _, c := range d.sys.Commands {
		if c.Label != "" && !slices.Contains(out, c.Label) {
			out = append(out, c.Label)
		}
	}
	return out
}

// quoted is a word as a map has it.
func quoted(s string) string {
	s = strings.ReplaceAll(s, `"`, "'")
	if s == "" || strings.ContainsAny(s, " \t=|#$-\"") {
		return `"` + s + `"`
	}
	return s
}

// rule writes the facts of an event.
func (d *drafter) rule(b *strings.Builder, event string) {
	fields := d.events[event]
	var agents []string // fields whose values are agents
	for _, f := range slices.Sorted(maps.Keys(fields)) {
		if d.allAgents(fields[f]) {
			agents = append(agents, f)
		}
	}
	labels := d.labels(event)
	switch {
	case len(labels) > 0 && len(agents) > 0:
		fmt.Fprintf(b, "  command $%s-%s\n", quoted(agents[0]), labels[0])
	case len(labels) > 0:
		fmt.Fprintf(b, "  command *-%s\n", labels[0])
	default:
		fmt.Fprintln(b, "  # command AGENT-LABEL")
	}
	for _, f := range agents {
		fmt.Fprintf(b, "  # initiator $%s\n", quoted(f))
	}
	for _, f := range slices.Sorted(maps.Keys(fields)) {
		for _, v := range d.sys.Data {
			if alike(v.Name, f) {
				fmt.Fprintf(b, "  # data %s = $%s\n", v.Name, quoted(f))
			}
		}
		for _, v := range d.sys.Vars {
			if alike(v.Name, f) {
				fmt.Fprintf(b, "  # after %s-%s = $%s\n", d.sys.Agents[v.Agent].Name, v.Name, quoted(f))
			}
		}
	}
}

// allAgents reports whether all of some texts are names of agents.
func (d *drafter) allAgents(texts map[string]int) bool {
	for text := range texts {
		if !slices.ContainsFunc(d.sys.Agents, func(a recipe.Agent) bool { return a.Name == text }) {
			return false
		}
	}
	return true
}

// labels are those of the model that look like an event.
func (d *drafter) labels(event string) (out []string) {
	return slices.DeleteFunc(d.allLabels(), func(label string) bool { return !alike(label, event) })
}

// alike compares names without capitals and signs. A leading s or r of a label, for a send or
// a receive, does not count.
func alike(model, log string) bool {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune("-_. ", r) {
				return -1
			}
			return r
		}, strings.ToLower(s))
	}
	m, l := plain(model), plain(log)
	return m != "" && (m == l || strings.HasPrefix(l, m) || strings.ContainsRune("sr", rune(m[0])) && m[1:] == l)
}
