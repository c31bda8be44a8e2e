package logs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Map says how events and fields of a log stand for commands, agents, data and locals of a model.
// It is read by [ParseMap] and means something once [Map.Bind] has met a system.
type Map struct {
	file string
	// event is the field that names the event of a record.
	event word
	// clock is the field by whose number records of several logs are ordered; those of different logs
	// that differ by at most within are in no order. id names a record, cause the records before it.
	clock, id, cause, join word
	within                 float64
	hidden                 []word
	skip                   []word
	renames                []rename
	values                 map[string]word // the model's word for a text of the log
	rules                  []rule
}

// A word is a token of a map with its place. A field of the log is written $name.
type word struct {
	raw          string // as the map has it
	text         string // without quotes, and without the $ of a field
	field        bool
	line, column int
}

// A rename says that the values of fields are names that stand for agents of a type.
type rename struct {
	fields []word
	typ    word
}

// A rule says what an event means.
type rule struct {
	events []word
	facts  []mapFact
}

// A mapFact is one thing that an entry says, as the map has it.
type mapFact struct {
	kind   factKind
	at     word   // the word that begins the line
	words  []word // commands, or the one value
	target word   // what has the value: a local, or a data variable
}

type factKind uint8

const (
	factCommand factKind = iota
	factInitiator
	factParticipant
	factParticipants
	factChannel
	factData
	factBefore
	factAfter
)

var factKinds = map[string]factKind{
	"command": factCommand, "initiator": factInitiator, "participant": factParticipant, "participants": factParticipants,
	"channel": factChannel, "data": factData, "before": factBefore, "after": factAfter,
}

// A mapParser reads the text of a map, line by line.
type mapParser struct {
	m    *Map
	line []word
	errs []error
}

// maxErrors is how many errors of a map are shown.
const maxErrors = 10

// ParseMap reads a map. The error joins the first errors of the text, each an *[Error] with its
// place. If there are more, the last one says how many.
func ParseMap(name, text string) (*Map, error) {
	p := &mapParser{m: &Map{file: name, event: word{text: "event"}, values: map[string]word{}}}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if p.line = p.words(number, strings.TrimRight(line, "\r\n")); len(p.line) > 0 {
			p.statement()
		}
	}
	if len(p.errs) > maxErrors {
		p.fail(word{line: number, column: 1}, "%d more errors are not shown; is this the file of a map?", len(p.errs)-maxErrors)
		p.errs = slices.Delete(p.errs, maxErrors, len(p.errs)-1)
	}
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.m, nil
}

// Has reports whether the map has a rule for an event, or skips it.
func (m *Map) Has(event string) bool {
	is := func(w word) bool { return w.text == event }
	return slices.ContainsFunc(m.skip, is) || slices.ContainsFunc(m.rules, func(r rule) bool { return slices.ContainsFunc(r.events, is) })
}

func (p *mapParser) fail(at word, format string, args ...any) {
	p.errs = append(p.errs, &Error{File: p.m.file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)})
}

// words splits a line at spaces. Text in double quotes belongs to one word; = and | are words of
// their own. A # at the beginning of a word begins a comment.
func (p *mapParser) words(number int, line string) (out []word) {
	for at := 0; at < len(line); {
		c := line[at]
		if c == ' ' || c == '\t' {
			at++
			continue
		}
		if c == '#' {
			break
		}
		w := word{line: number, column: utf8.RuneCountInString(line[:at]) + 1}
		end, ok := wordEnd(line, at)
		if !ok {
			p.fail(w, "the quotes are not closed")
			return nil
		}
		w.raw = line[at:end]
		w.text, w.field = meant(w.raw)
		if w.field && w.text == "" {
			p.fail(w, "expected the name of a field after `$`")
			return nil
		}
		out, at = append(out, w), end
	}
	return out
}

// wordEnd is where the word that begins at an offset ends; ok is false if quotes are not closed.
func wordEnd(line string, at int) (end int, ok bool) {
	if line[at] == '=' || line[at] == '|' {
		return at + 1, true
	}
	quoted := false
	for end = at; end < len(line); end++ {
		switch c := line[end]; {
		case c == '"':
			quoted = !quoted
		case !quoted && strings.IndexByte(" \t=|", c) >= 0:
			return end, true
		}
	}
	return end, !quoted
}

// meant is a word without its quotes, and without the $ of a field.
func meant(raw string) (text string, field bool) {
	raw, field = strings.CutPrefix(raw, "$")
	return strings.ReplaceAll(raw, `"`, ""), field
}

// of splits a name such as client-get or $"the client"-$what at its first sign outside quotes: the
// agent and what is of it.
func (w word) of() (agent, what word, ok bool) {
	quoted := false
	for i, c := range w.raw {
		if c == '"' {
			quoted = !quoted
		}
		if c == '-' && !quoted && i > 0 {
			agent, what = w, w
			agent.raw, what.raw = w.raw[:i], w.raw[i+1:]
			agent.text, agent.field = meant(agent.raw)
			what.text, what.field = meant(what.raw)
			what.column += utf8.RuneCountInString(w.raw[:i+1])
			return agent, what, agent.text != "" && what.text != ""
		}
	}
	return w, word{}, false
}

var statements = strings.Fields("event clock id cause join hidden skip rename value on")

// statement reads a line.
func (p *mapParser) statement() {
	first, rest := p.line[0], p.line[1:]
	if kind, ok := factKinds[first.text]; ok {
		p.fact(kind, first, rest)
		return
	}
	switch first.text {
	case "event":
		p.m.event = p.field(first, rest)
	case "id":
		p.m.id = p.field(first, rest)
	case "cause":
		p.m.cause = p.field(first, rest)
	case "join":
		p.m.join = p.field(first, rest)
	case "clock":
		p.clock(first, rest)
	case "hidden":
		p.m.hidden = append(p.m.hidden, p.some(first, rest, "commands")...)
	case "skip":
		p.m.skip = append(p.m.skip, p.some(first, rest, "events")...)
	case "rename":
		p.rename(first, rest)
	case "value":
		if len(rest) != 3 || rest[1].raw != "=" {
			p.fail(first, `expected: value "TEXT OF THE LOG" = NAME OF THE MODEL`)
		} else if _, twice := p.m.values[rest[0].text]; twice {
			p.fail(rest[0], "the value %q has a meaning already", rest[0].text)
		} else {
			p.m.values[rest[0].text] = rest[2]
		}
	case "on":
		p.on(first, rest)
	default:
		p.fail(first, "unknown word %q; a line begins with one of %s, or below `on` with one of %s", first.text,
			strings.Join(statements, ", "), strings.Join(slices.Sorted(maps.Keys(factKinds)), ", "))
	}
}

// field reads the one field of a statement, with or without $.
func (p *mapParser) field(first word, rest []word) word {
	if len(rest) != 1 {
		p.fail(first, "expected one field after `%s`", first.text)
		return word{}
	}
	return rest[0]
}

func (p *mapParser) some(first word, rest []word, what string) []word {
	if len(rest) == 0 {
		p.fail(first, "expected %s after `%s`", what, first.text)
	}
	return rest
}

func (p *mapParser) clock(first word, rest []word) {
	if len(rest) == 3 && rest[1].text == "within" {
		if _, err := fmt.Sscanf(rest[2].text, "%g", &p.m.within); err != nil || p.m.within < 0 {
			p.fail(rest[2], "expected a number from 0 on after `within`, found %q", rest[2].text)
		}
		rest = rest[:1]
	}
	if len(rest) != 1 {
		p.fail(first, "expected: clock FIELD, or: clock FIELD within NUMBER")
		return
	}
	p.m.clock = rest[0]
}

func (p *mapParser) rename(first word, rest []word) {
	i := slices.IndexFunc(rest, func(w word) bool { return w.text == "as" })
	if i < 1 || len(rest) != i+2 {
		p.fail(first, "expected: rename FIELD ... as AGENT-TYPE")
		return
	}
	p.m.renames = append(p.m.renames, rename{rest[:i], rest[i+1]})
}

func (p *mapParser) on(first word, rest []word) {
	p.some(first, rest, "events")
	for _, e := range rest {
		for _, r := range p.m.rules {
			if slices.ContainsFunc(r.events, func(o word) bool { return o.text == e.text }) {
				p.fail(e, "the event %q has a rule already", e.text)
			}
		}
	}
	p.m.rules = append(p.m.rules, rule{events: rest})
}

// fact reads a line below `on`.
func (p *mapParser) fact(kind factKind, first word, rest []word) {
	if len(p.m.rules) == 0 {
		p.fail(first, "`%s` belongs to an event; write `on EVENT` above it", first.text)
		return
	}
	f := mapFact{kind: kind, at: first, words: rest}
	switch kind {
	case factCommand:
		if f.words = slices.DeleteFunc(rest, func(w word) bool { return w.raw == "|" }); len(f.words) == 0 {
			p.fail(first, "expected commands after `command`, such as client-get")
			return
		}
	case factData, factBefore, factAfter:
		if len(rest) != 3 || rest[1].raw != "=" {
			p.fail(first, "expected: %s NAME = VALUE, where VALUE is a name, a number or $FIELD", first.text)
			return
		}
		f.target, f.words = rest[0], rest[2:]
	default:
		if len(rest) != 1 {
			p.fail(first, "expected one value after `%s`: a name or $FIELD", first.text)
			return
		}
	}
	r := &p.m.rules[len(p.m.rules)-1]
	r.facts = append(r.facts, f)
}
