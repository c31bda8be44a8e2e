package workbench

import "strings"

// words are the words of R-CHECK's language, with what they mean: first those that stand where
// names can, then those that begin and divide declarations, and operators of formulas.
var words = map[string]string{
	"bool": "the type of `true` and `false`", "boolean": "the type of `true` and `false`",
	"int": "the integers that can reach the variable", "integer": "the integers that can reach the variable",
	"real": "a type that is not supported", "channel": "the type of channels; in guards, the channel of the message",
	"location": "the type of agents' names",
	"chan":     "the channel of the message", "ch": "the channel of the message",
	"myself": "the agent itself", "self": "the agent itself", "name": "the agent itself",
	"any":      "any agent",
	"deadlock": "no step leaves the state", "PROGRESS": "some step leaves the state",
	"p2p":      "the step is point to point: a get answered by a supply",
	"sender":   "who sends the message; on a get, who supplies",
	"getter":   "who gets",
	"supplier": "who supplies", "initiator": "who sends or gets", "producer": "who sends or supplies",
	"locality":        "what the get names",
	"automaton-state": "the control state of the agent: 0 at the beginning, k behind the k-th semicolon of its text",
	"min":             "the smaller of two numbers", "max": "the larger of two numbers",
	"enabled": "`enabled(k-l)`: some step executes the command labelled l of agent k",
	"Agent":   "every agent type",
	"A":       "every run from here", "E": "some run from here",
	"AG": "always, on every run", "AF": "at some time, on every run", "AX": "after every step",
	"EG": "always, on some run", "EF": "at some time, on some run", "EX": "after some step",
	"K": "the agent knows", "Kw": "the agent knows whether", "GK": "every member of the group knows",
	"DK": "the group would know if its members shared what they see", "GCK": "the group knows, knows that it knows, and so on",
	"O": "in every reachable state in which the agent violates no norm", "KO": "the agent knows, as far as the other violates no norm",
	"can": "the agents of the group can bring it about, whatever the others do", "scheduler": "who picks the agent that acts next",
	"all": "the group of all agents", "green": "the agent violates no norm",

	"const": "a constant, which `--set NAME=VALUE` overrides", "enum": "an enumeration; `enum channel` declares channels",
	"channels": "channels, besides the broadcast channel `*`", "message-structure": "what messages carry",
	"communication-variables": "what senders may ask of receivers", "property-variables": "what senders may ask of receivers",
	"guard": "a named condition with parameters", "agent": "an agent type", "system": "the agents of the system",
	"local": "the variables of an agent", "init": "what holds of them at the beginning",
	"relabel": "the property identifiers as functions of the agent's state", "receive-guard": "when the agent is connected to channel `chan`",
	"picture": "where an agent stands on a grid in pictures of states: its column, its row and perhaps a label",
	"observe": "what the agent sees of its own state, which is what it can know by", "red": "when the agent violates its norms",
	"violation": "when the agent violates its norms",
	"open":      "any agents that are not in the file: the system is open", "receptive": "agents outside block no multicast and supply every get",
	"assume":   "what agents outside of an open system do: properties are about the runs on which it is true",
	"contract": "what each agent of a type guarantees in any environment, and what it assumes of the others; `rcheck-bdd contracts` checks it: see `rcheck-bdd help open`",
	"group":    "agents that know or act together",
	"repeat":   "what the agent does, again and again", "rep": "repeat the process, any number of times",
	"absent": "agents that are not there at first: `absent T(name)`", "spawn": "a new agent, one that is absent: `spawn T(x, condition)`",
	"stop": "the agent becomes absent", "present": "the agent is there, of a type whose agents can be absent",
	"GET": "get data from an agent, point to point", "SUPPLY": "supply data to an agent that gets",
	"Get": "get data from an agent, point to point", "Supply": "supply data to an agent that gets",
	"SPEC": "a property that every fair computation should have", "LTOL": "a property that every fair computation should have",
	"LTLSPEC": "a property that every fair computation should have", "LTL": "a property that every fair computation should have",
	"CTLSPEC": "a property of states, of which A and E say how paths go on", "ATLSPEC": "a property that every fair computation should have",
	"NAME": "the name of a property", "FAIRNESS": "what holds infinitely often on the computations that count",
	"COMPASSION": "(p, q): if p holds infinitely often, so does q", "forall": "for all", "exists": "for some",
	"true": "", "false": "", "TRUE": "", "FALSE": "",
	"F": "at some time from now on", "G": "always from now on", "X": "at the next state", "U": "until", "W": "until, or for ever", "R": "release",
}

// jointWords are the words of ISPL with what they mean.
var jointWords = map[string]string{
	"Agent": "an agent: variables, actions, when it does them, and what they change", "Environment": "the agent whose variables others can see",
	"Obsvars": "variables of the environment that all agents see", "Lobsvars": "variables of the environment that this agent sees, too",
	"Vars": "the variables of the agent", "Actions": "what the agent can do", "Protocol": "which actions are possible when",
	"Other": "the actions where no line before applies", "Evolution": "what changes when: in `x = 1 if c`, c is about now and x about the next state",
	"Evaluation": "the propositions that formulas speak of", "InitStates": "what holds at the beginning", "Groups": "agents that know or act together",
	"Fairness": "what holds again and again on the paths that count", "Formulae": "the properties to check",
	"RedStates": "the states in which the agent violates its norms", "GreenStates": "the states in which the agent violates no norm",
	"Action": "what an agent does in this step; in conditions of evolutions", "boolean": "the type of `true` and `false`",
	"Semantics":        "whether lines of evolutions assign one variable or several",
	"SingleAssignment": "a line of an evolution assigns one variable", "MultiAssignment": "a line of an evolution assigns several variables",
	"if": "under which condition", "and": "both", "or": "one of them, or both", "end": "ends a section: `end Vars`",
	"AG": "always, on every path", "AF": "at some time, on every path", "AX": "after every step", "EG": "always, on some path",
	"EF": "at some time, on some path", "EX": "after some step", "A": "every path from here", "E": "some path from here", "U": "until",
	"X": "after the next step", "F": "at some time", "G": "always",
	"K": "`K(a, f)`: agent a knows f", "GK": "`GK(g, f)`: every member of the group knows", "DK": "the group would know if its members shared what they see",
	"GCK": "the group knows, knows that it knows, and so on", "O": "`O(a, f)`: f holds where agent a violates no norm", "LTL": "a formula about every path",
}

// alsoNames are words that the parser takes for names wherever a name can stand: `stop := 1` is no
// `stop`.
var alsoNames = strings.Fields("absent spawn stop present open receptive")

// operators are what the words take that are written as calls, by language.
var operators = map[bool]map[string][]string{
	false: {
		"K": {"agent", "formula"}, "Kw": {"agent", "formula"}, "GK": {"group", "formula"}, "DK": {"group", "formula"}, "GCK": {"group", "formula"},
		"O": {"agent", "formula"}, "KO": {"agent", "agent", "formula"}, "can": {"group", "formula"}, "enabled": {"agent-label"},
		"COMPASSION": {"condition", "condition"}, "min": {"number", "number"}, "max": {"number", "number"},
	},
	true: {
		"K": {"agent", "formula"}, "GK": {"group", "formula"}, "DK": {"group", "formula"}, "GCK": {"group", "formula"}, "O": {"agent", "formula"},
	},
}

// firstOperand is what an operator takes first, such as a group; empty if it takes nothing.
func firstOperand(ispl bool, operator string) string {
	if operands := operators[ispl][operator]; len(operands) > 0 {
		return operands[0]
	}
	return ""
}

// wordText is what a word of the language, at a byte, means. Words such as `message-structure` are
// several tokens.
func (d *Document) wordText(start int, word string) (text, key string) {
	if d.ISPL {
		return jointWords[word], word
	}
	from, to := start, start
	for from > 0 && (d.Text[from-1] == '-' || isWordByte(d.Text[from-1])) {
		from--
	}
	for to < len(d.Text) && (d.Text[to] == '-' || isWordByte(d.Text[to])) {
		to++
	}
	for _, key := range composed {
		if i := strings.Index(d.Text[from:to], key); i >= 0 && from+i <= start && start < from+i+len(key) {
			return words[key], key
		}
	}
	return words[word], word
}

var composed = strings.Fields("message-structure communication-variables property-variables receive-guard automaton-state")
