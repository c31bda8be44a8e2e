package workbench

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// jointSections are what a model or an agent is made of, as it is to be typed.
var jointSections = []struct{ label, text string }{
	{"Agent", "Agent ${1:Name}\n  Vars:\n    ${2:x} : ${3:boolean};\n  end Vars\n  Actions = {${4:act}, wait};\n  Protocol:\n    ${5:x = true} : {${4:act}};\n" +
		"    Other : {wait};\n  end Protocol\n  Evolution:\n    ${2:x} = ${6:false} if Action = ${4:act};\n  end Evolution\nend Agent"},
	{"Obsvars", "Obsvars:\n  ${0}\nend Obsvars"}, {"Lobsvars", "Lobsvars = {${0}};"}, {"Vars", "Vars:\n  ${0}\nend Vars"},
	{"RedStates", "RedStates:\n  ${0}\nend RedStates"}, {"Actions", "Actions = {${0}};"}, {"Protocol", "Protocol:\n  ${0}\nend Protocol"},
	{"Evolution", "Evolution:\n  ${0}\nend Evolution"}, {"Evaluation", "Evaluation\n  ${1:p} if ${0};\nend Evaluation"},
	{"InitStates", "InitStates\n  ${0};\nend InitStates"}, {"Groups", "Groups\n  ${1:g} = {${0}};\nend Groups"},
	{"Fairness", "Fairness\n  ${0};\nend Fairness"}, {"Formulae", "Formulae\n  ${0};\nend Formulae"},
}

// jointPlace is where a text that may be incomplete stands.
type jointPlace struct {
	agent, section string
	words          []string // the words and signs before, the nearest last
}

// placeIn reads the text before a place, by its words alone: what is being typed need not be
// readable.
func placeIn(text string) (p jointPlace) {
	starts := map[string]bool{}
	for _, s := range jointSections {
		starts[s.label] = s.label != "Agent"
	}
	for i := 0; i < len(text); {
		if strings.HasPrefix(text[i:], "--") {
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return jointPlace{section: "comment"}
			}
			i += end
			continue
		}
		_, end := wordAround(text, i)
		word := text[i:max(end, i+1)]
		switch i = max(end, i+1); {
		case strings.TrimSpace(word) == "":
			continue
		case word == "Agent" && p.nth(1) == "end":
			p.agent, p.section = "", ""
		case p.nth(1) == "Agent" && p.nth(2) != "end":
			p.agent, p.section = word, ""
		case starts[word] && p.nth(1) == "end":
			p.section = ""
		case starts[word] && p.nth(1) != ".":
			p.section = word
		case word == ";" && (p.section == "Actions" || p.section == "Lobsvars"):
			p.section = ""
		}
		p.words = append(p.words, word)
	}
	return p
}

// nth is the n-th word before the place, from 1.
func (p *jointPlace) nth(n int) string {
	if len(p.words) < n {
		return ""
	}
	return p.words[len(p.words)-n]
}

// completeJoint lists what could stand at a place of a model in ISPL.
func (c *completion) completeJoint(p jointPlace) {
	switch {
	case p.section == "comment":
		return
	case p.nth(1) == ".":
		c.jointMember(&p)
		return
	case p.nth(1) == "=" && p.nth(2) == "Action":
		agent := p.agent
		if p.nth(3) == "." {
			agent = p.nth(4)
		}
		c.joint("0", agent, label)
		return
	}
	c.jointExpected(&p)
	switch p.section {
	case "":
		c.jointSection(&p)
	case "Vars", "Obsvars":
		c.words("boolean", "end")
	case "Lobsvars":
		c.joint("0", ispl.EnvironmentName, local)
	case "Protocol":
		c.joint("0", p.agent, local, label)
		c.joint("1", "", enumValue)
		c.words("Environment", "Other", "and", "or", "end", "true", "false")
	case "Evolution", "RedStates":
		c.joint("0", p.agent, local)
		c.joint("1", "", enumValue, instance)
		c.words("Action", "if", "and", "or", "end", "true", "false")
	case "Evaluation", "InitStates":
		c.joint("0", "", instance)
		c.joint("1", "", enumValue)
		c.words("if", "and", "or", "end", "true", "false")
	case "Groups":
		c.joint("0", "", instance)
		c.words("end")
	case "Fairness", "Formulae":
		c.joint("0", "", spec)
		c.joint("1", "", group, instance)
		c.words("AG", "AF", "AX", "EG", "EF", "EX", "A", "E", "U", "X", "F", "G", "K", "GK", "DK", "GCK", "O", "LTL", "and", "or", "end")
	}
}

// jointExpected offers what the words before the place ask for, before all else: a value of the
// variable that is compared, an agent or a group that knows, an action.
func (c *completion) jointExpected(p *jointPlace) {
	rank := firstRank
	switch last, word := p.nth(1), p.nth(2); {
	case last == "=" || last == "<" || last == ">":
		owner := p.agent
		if p.nth(3) == "." {
			owner = p.nth(4)
		}
		for _, a := range c.text().joints.tree.Agents {
			for _, v := range slices.Concat(a.Obsvars.List(), a.Vars.List()) {
				for _, value := range v.Values {
					if a.Name.Name == owner && v.Name.Name == word {
						c.item(value.Name, kindFacts[enumValue].completion, jointKinds[enumValue], rank)
					}
				}
			}
		}
	case last == "(" && firstOperand(true, word) == "agent":
		c.joint(rank, "", instance)
	case last == "(" && firstOperand(true, word) == "group":
		c.joint(rank, "", group)
	case p.section == "Protocol" && (last == "{" || last == "," && slices.Contains(p.words, "{")):
		c.joint(rank, p.agent, label)
	}
}

// jointMember offers what stands behind `Agent.`.
func (c *completion) jointMember(p *jointPlace) {
	if p.section == "Formulae" || p.section == "Fairness" {
		c.words("RedStates", "GreenStates")
		return
	}
	c.joint("0", p.nth(2), local)
	if p.section == "Evolution" {
		c.words("Action")
	}
}

// jointSection offers the sections that can begin outside of others.
func (c *completion) jointSection(p *jointPlace) {
	if p.nth(1) == "end" {
		c.words("Agent")
		return
	}
	inAgent := p.agent != ""
	for _, s := range jointSections {
		if forAgents := s.label != "Agent" && slices.Index(strings.Fields("Evaluation InitStates Groups Fairness Formulae"), s.label) < 0; forAgents == inAgent {
			c.snippet(s.label, jointWords[s.label], s.text)
		}
	}
	if inAgent {
		c.words("end")
	} else {
		c.words("Semantics")
	}
}

// joint offers the names of some kinds that belong to an owner, kind by kind.
func (c *completion) joint(rank, owner string, kinds ...kind) {
	for _, k := range kinds {
		for _, s := range c.index.named(owner, k) {
			c.item(s.name, kindFacts[k].completion, jointKinds[k], rank)
		}
	}
}
