package workbench

import (
	"sort"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// snippets are the declarations that a model begins with.
var snippets = []struct{ label, text string }{
	{"const", "const ${1:N} = ${2:3};"},
	{"enum channel", "enum channel { ${1:c} }"},
	{"enum", "enum ${1:messages} { ${2:ask, grant} }"},
	{"message-structure", "message-structure: ${1:MSG} : ${2:messages}"},
	{"property-variables", "property-variables: ${1:idle} : ${2:bool}"},
	{"guard", "guard ${1:g}(${2:x} : ${3:bool}) := ${0:x};"},
	{"agent", "agent ${1:Name}\n    local: ${2:x} : ${3:bool}\n    init: ${4:!x}\n    receive-guard: ${5:true}\n    repeat: (\n" +
		"        ${6:sAsk}: {${7:true}} *! (${8:true})()[${0}]\n    )"},
	{"system", "system = ${1:Name}(${2:name}, ${3:true})"},
	{"SPEC", "SPEC NAME ${1:name} := ${0:G true};"},
	{"FAIRNESS", "FAIRNESS ${0:PROGRESS};"},
	{"assume", "assume ${1:name} := ${0:G true};"},
	{"contract", "contract ${1:k} : ${2:Type} assume ${3:true} guarantee ${0:true};"},
}

// sections are the words that begin parts of an agent.
var sections = strings.Fields("local init relabel receive-guard repeat")

// Complete lists what could stand here: what the declaration around can name.
func (p *Place) Complete() []CompletionItem {
	c := &completion{Place: p, index: p.text().index, at: p.word(), items: []CompletionItem{}, seen: map[string]bool{}}
	if p.ISPL {
		c.completeJoint(placeIn(p.Text[:p.start]))
		return c.items
	}
	if p.commented(p.offset) {
		return c.items
	}
	s := p.text().syntax
	c.file = s.file
	c.before = sort.Search(s.tokens.Len(), func(i int) bool {
		return c.file.Offset(s.tokens.At(i).Pos) >= p.start
	})
	c.complete()
	return c.items
}

func (c *completion) complete() {
	x := c.index
	lineStart, line := c.lines.line(c.at.Start.Line)
	first := strings.TrimSpace(line[:c.start-lineStart]) == ""
	var decl ast.Decl
	for _, d := range c.text().syntax.tree.Decls {
		if c.file.Offset(d.Pos()) <= c.start {
			decl = d
		}
	}
	if c.token(1).Kind == token.Minus && c.members() {
		return
	}
	agent := ""
	if a, is := decl.(*ast.AgentDecl); is {
		agent = a.Name.Name
	}
	c.expect(agent)
	if first {
		for _, s := range snippets {
			c.snippet(s.label, "declaration", s.text)
		}
	}
	switch d := decl.(type) {
	case *ast.ConstDecl:
		c.symbols(x.named("", constant)...)
	case *ast.MessageDecl, *ast.PropertyDecl:
		c.typeNames()
	case *ast.GuardDecl:
		c.typeNames()
		c.symbols(x.named(d.Name.Name, parameter)...)
		c.symbols(x.named("", append(values, datum, property, constant, guard)...)...)
		c.words("chan", "myself", "true", "false")
	case *ast.AgentDecl:
		c.inAgent(d, first)
	case *ast.SystemDecl:
		for _, i := range d.Instances {
			if c.file.Offset(i.Pos()) <= c.start {
				c.symbols(x.named(i.Type.Name, local)...)
			}
		}
		c.symbols(x.named("", append(values, agentType, constant)...)...)
		c.words("true", "false", "open", "receptive")
	case *ast.SpecDecl, *ast.AssumeDecl, *ast.ContractDecl, *ast.FairnessDecl, *ast.CompassionDecl:
		c.inProperty()
	}
}

func (c *completion) typeNames() {
	c.symbols(c.index.named("", enumeration)...)
	c.words("bool", "channel", "int", "location")
}

func (c *completion) inAgent(d *ast.AgentDecl, first bool) {
	x := c.index
	if first {
		c.words(sections...)
	}
	var section ast.Section
	for _, s := range d.Sections {
		if c.file.Offset(s.Pos()) <= c.offset {
			section = s
		}
	}
	switch section := section.(type) {
	case *ast.LocalSection:
		c.typeNames()
		c.symbols(x.named("", constant)...)
		return
	case *ast.RelabelSection:
		c.symbols(x.named("", property)...)
	case *ast.RepeatSection:
		c.symbols(x.named("", datum, property)...)
		c.words("chan", "GET", "SUPPLY", "rep", "myself", "any", "spawn", "stop")
	case *ast.CondSection:
		if section == d.ReceiveGuard {
			c.words("chan")
		}
	case nil:
		return
	}
	c.symbols(x.named(d.Name.Name, local)...)
	c.symbols(x.named("", append(values, constant, guard)...)...)
	c.words("true", "false")
}

func (c *completion) inProperty() {
	c.symbols(c.quantified()...)
	c.symbols(c.index.named("", append(values, datum, property, constant, guard, agentType, group)...)...)
	c.words("sender", "getter", "supplier", "chan", "p2p", "forall", "exists", "enabled", "deadlock", "PROGRESS", "Agent",
		"F", "G", "X", "U", "W", "R", "true", "false")
}

// members offers what `k-` can be followed by, if k is an agent, and reports whether it is one. In
// `enabled(k-` that is a label first.
func (c *completion) members() bool {
	types := c.agentTypes(2)
	for _, name := range types {
		if c.token(3).Kind == token.LParen && c.token(4).Text == "enabled" {
			c.firsts(name, label)
		} else {
			c.firsts(name, local)
		}
		c.symbols(c.index.named(name, local, label)...)
	}
	if len(types) > 0 {
		c.words("automaton-state")
	}
	return len(types) > 0
}
