package workbench

// words are the words of the language that stand where names can, with what they mean.
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
}

// keywords are the words that begin and divide declarations and operators of formulas, with what they mean.
var keywords = map[string]string{
	"const": "a constant, which `--set NAME=VALUE` overrides", "enum": "an enumeration; `enum channel` declares channels",
	"channels": "channels, besides the broadcast channel `*`", "message-structure": "what messages carry",
	"communication-variables": "what senders may ask of receivers", "property-variables": "what senders may ask of receivers",
	"guard": "a named condition with parameters", "agent": "an agent type", "system": "the agents of the system",
	"local": "the variables of an agent", "init": "what holds of them at the beginning",
	"relabel": "the property identifiers as functions of the agent's state", "receive-guard": "when the agent is connected to channel `chan`",
	"repeat": "what the agent does, again and again", "rep": "repeat the process, any number of times",
	"GET": "get data from an agent, point to point", "SUPPLY": "supply data to an agent that gets",
	"Get": "get data from an agent, point to point", "Supply": "supply data to an agent that gets",
	"SPEC": "a property that every fair computation should have", "LTOL": "a property that every fair computation should have",
	"LTLSPEC": "a property that every fair computation should have", "LTL": "a property that every fair computation should have",
	"NAME": "the name of a property", "FAIRNESS": "what holds infinitely often on the computations that count",
	"COMPASSION": "(p, q): if p holds infinitely often, so does q", "forall": "for all", "exists": "for some",
	"true": "", "false": "", "TRUE": "", "FALSE": "",
	"F": "at some time from now on", "G": "always from now on", "X": "at the next state", "U": "until", "W": "until, or for ever", "R": "release",
}
