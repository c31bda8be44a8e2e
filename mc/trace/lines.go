package trace

import (
	"strconv"
	"strings"
)

// A Part is a kind of text in a rendered trace, for painting.
type Part uint8

const (
	PartNumber  Part = iota // the number of a state
	PartAgent               // the name of an agent
	PartChange              // a local with its value
	PartMessage             // what happens between two states
	PartPlace               // a place of the source
	PartLoop                // the marks of the loop
	PartMark                // what a mark says
)

// TextOptions say how a trace is rendered.
type TextOptions struct {
	// Full shows all of every state, and each agent in a line of its own. Otherwise the first state is
	// shown in full, but for the control states of agents that have only one, and of the others what
	// changed.
	Full bool
	// Paint decorates parts of the text; nil leaves them as they are. What it adds must take no
	// room on the screen.
	Paint func(Part, string) string
	// Agents, unless it is nil, selects the agents, by name, whose locals and steps are shown. A step
	// in which none of them takes part is only counted.
	Agents func(agent string) bool
	// Own, unless it is nil, gives values of the reader's own expressions in a state. They are shown
	// below the first state, and below others where they differ from the state before.
	Own func(state []Values) []Local
}

func (o *TextOptions) shows(agent string) bool { return o.Agents == nil || o.Agents(agent) }

// A Local is a variable of an agent with its value, as the source writes them.
type Local struct{ Name, Value string }

// Values are values of one agent in a state.
type Values struct {
	Agent  string
	Locals []Local
}

// An Act is what one agent does in a step. Agent and label are the name of the command, and Text
// says how it takes part: `sends on gate (PRICE = 1)`.
type Act struct {
	Agent string `json:"agent"`
	// Label is `-first`, or `#3` for the third command of the agent if that has no label.
	Label string `json:"label"`
	Text  string `json:"text"`
	// Place is where the command stands in the source, empty if that is not known.
	Place string `json:"position,omitempty"`
}

// String is the act in one line: `client1-take: sends on c (WHO = client1)`.
func (a Act) String() string { return a.Agent + a.Label + ": " + a.Text }

// Lines is the layout of all texts that show states and steps:
//
//	3
//	    key4: owner = client1
//	    client1, client2: from = key4
//	  client1-put: gets from key4 and gives (VAL = 2)  keys.rcp:42:11
//	    key4-write: supplies  keys.rcp:29:11
//
// The name of a state is at the margin, its values are below it by agent, then comes the step that
// leaves it: the agent that begins it, and below it the others. Agents of which a line would say
// the same share that line, unless the options ask for full states.
type Lines struct {
	strings.Builder
	options TextOptions
}

// NewLines is an empty text.
func NewLines(o TextOptions) *Lines { return &Lines{options: o} }

// Full reports whether the text has all of every state.
func (l *Lines) Full() bool { return l.options.Full }

func (l *Lines) paint(p Part, s string) string {
	if l.options.Paint == nil || s == "" {
		return s
	}
	return l.options.Paint(p, s)
}

func (l *Lines) line(indent int, parts ...string) {
	l.WriteString(strings.Repeat(" ", indent))
	for _, p := range parts {
		l.WriteString(p)
	}
	l.WriteByte('\n')
}

// Claim writes a line that says what the following ones show.
func (l *Lines) Claim(text string) { l.line(0, l.paint(PartNumber, text)) }

// Heading writes what the values below it are.
func (l *Lines) Heading(text string) { l.line(2, text) }

// Rule writes a rule of a strategy after the names of the agents that have it.
func (l *Lines) Rule(agents []string, text string) {
	l.line(4, l.paint(PartAgent, Together(agents, "")), text)
}

// State writes the name of a state, and perhaps what it is.
func (l *Lines) State(name, what string) { l.line(0, l.paint(PartNumber, name), what) }

// Loop writes, before a state, that the steps from there on repeat for ever; Back, at the end, to
// which state the last step leads.
func (l *Lines) Loop() { l.line(0, l.paint(PartLoop, "-- from here on the steps repeat for ever --")) }

// Back is described at [Lines.Loop].
func (l *Lines) Back(name string) { l.line(0, l.paint(PartLoop, "-- back to "+name+" --")) }

// Rest writes, after the state in which a property is lost, how many states follow.
func (l *Lines) Rest(states int) {
	text := strconv.Itoa(states) + " more states do not matter"
	if states == 1 {
		text = "1 more state does not matter"
	}
	l.line(0, l.paint(PartLoop, "-- "+text+" --"))
}

// Stuck writes that the step which leaves a state changes nothing.
func (l *Lines) Stuck() { l.line(2, l.paint(PartMessage, "no step is possible: deadlock")) }

// Values writes values of agents.
func (l *Lines) Values(list []Values) {
	var lines grouped
	for _, v := range list {
		if len(v.Locals) == 0 || !l.options.shows(v.Agent) {
			continue
		}
		values := make([]string, len(v.Locals))
		for i, x := range v.Locals {
			values[i] = l.paint(PartChange, x.Name+" = "+x.Value)
		}
		lines.add(v.Agent, "", strings.Join(values, ", "), l.options.Full)
	}
	for _, g := range lines.list {
		l.line(4, l.paint(PartAgent, Together(g.agents, "")), ": ", g.text)
	}
}

// othersStep is written of a step in which no agent that is shown takes part.
const othersStep = "(a step of others)"

// Own writes the values of the reader's own expressions in a state, given the values of all agents,
// and those in the state before; nil for all.
func (l *Lines) Own(now, before []Values) {
	if l.options.Own == nil {
		return
	}
	var old []Local
	if before != nil && !l.options.Full {
		old = l.options.Own(before)
	}
	for i, x := range l.options.Own(now) {
		if i >= len(old) || old[i] != x {
			l.line(4, "`", x.Name, "` = ", l.paint(PartChange, x.Value))
		}
	}
}

// Acts writes a step: first who begins it, then the others.
func (l *Lines) Acts(list []Act) {
	if !l.showsAny(list) {
		l.line(2, l.paint(PartMessage, othersStep))
		return
	}
	var others grouped
	for i, a := range list {
		switch {
		case i == 0:
			l.act(2, a)
		case l.options.shows(a.Agent):
			others.add(a.Agent, a.Label, l.actText(a), l.options.Full).act = a
		}
	}
	for _, g := range others.list {
		if len(g.agents) > 1 {
			g.act.Text = plural(g.act.Text)
		}
		l.line(4, l.paint(PartAgent, Together(g.agents, g.label)), l.actText(g.act))
	}
}

// plural is what several agents do, given the text about one of them: `receive` for `receives`.
func plural(text string) string {
	verb, rest, more := strings.Cut(text, " ")
	switch verb {
	case "receives":
		verb = "receive"
	case "supplies":
		verb = "supply"
	}
	if !more {
		return verb
	}
	return verb + " " + rest
}

// Joint writes a step in which all agents act at once, in one line.
func (l *Lines) Joint(list []Act) {
	if !l.showsAny(list) {
		l.line(2, l.paint(PartMessage, othersStep))
		return
	}
	var lines grouped
	for _, a := range list {
		if l.options.shows(a.Agent) {
			lines.add(a.Agent, "", a.Text, l.options.Full)
		}
	}
	var parts []string
	for _, g := range lines.list {
		parts = append(parts, l.paint(PartAgent, Together(g.agents, ""))+l.paint(PartMessage, ": "+g.text))
	}
	l.line(2, strings.Join(parts, "; "))
}

func (l *Lines) showsAny(list []Act) bool {
	for _, a := range list {
		if l.options.shows(a.Agent) {
			return true
		}
	}
	return false
}

// act writes what an agent does.
func (l *Lines) act(indent int, a Act) {
	l.line(indent, l.paint(PartAgent, a.Agent), l.paint(PartMessage, a.Label), l.actText(a))
}

// actText is what follows the name of a command.
func (l *Lines) actText(a Act) string {
	if a.Place == "" {
		return l.paint(PartMessage, ": "+a.Text)
	}
	return l.paint(PartMessage, ": "+a.Text) + "  " + l.paint(PartPlace, a.Place)
}

// grouped are lines in the order of their first agents, each with all agents that it is about.
type grouped struct {
	list  []group
	known map[[2]string]int
}

type group struct {
	agents      []string
	label, text string
	act         Act // what each of them does, if the line is about a step
}

// add adds what a line says of an agent, in a line of its own if it is to stand alone. The result
// is the line, until the next one is added.
func (g *grouped) add(agent, label, text string, alone bool) *group {
	key := [2]string{label, text}
	if i, ok := g.known[key]; ok && !alone {
		g.list[i].agents = append(g.list[i].agents, agent)
		return &g.list[i]
	}
	if g.known == nil {
		g.known = map[[2]string]int{}
	}
	g.known[key] = len(g.list)
	g.list = append(g.list, group{agents: []string{agent}, label: label, text: text})
	return &g.list[len(g.list)-1]
}

// Together names agents, separated by commas, each with a label after its name. Names of three or
// more that differ in a number that grows by one are a range: `key1..key4`.
func Together(agents []string, label string) string {
	var parts []string
	for i := 0; i < len(agents); {
		end := i + 1
		for end < len(agents) && follows(agents[end-1], agents[end]) {
			end++
		}
		if end-i >= 3 {
			parts = append(parts, agents[i]+label+".."+agents[end-1]+label)
			i = end
			continue
		}
		parts = append(parts, agents[i]+label)
		i++
	}
	return strings.Join(parts, ", ")
}

// follows reports whether two names end in numbers, the second one larger by one, and are the same
// before.
func follows(a, b string) bool {
	stem, n := numbered(a)
	next, m := numbered(b)
	return n >= 0 && m == n+1 && stem == next
}

// numbered splits a name before the number at its end, which is -1 if there is none.
func numbered(name string) (stem string, n int) {
	stem = strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil || strings.HasPrefix(name[len(stem):], "0") && len(name) > len(stem)+1 {
		return name, -1
	}
	return stem, n
}
