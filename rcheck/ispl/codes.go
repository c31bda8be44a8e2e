package ispl

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// small returns a model around declarations of an agent and of the formulas, for the examples of codes.
func small(agent, rest string) string {
	if agent == "" {
		agent = smallAgent
	}
	if rest == "" {
		rest = smallRest
	}
	return agent + "\n" + rest
}

const (
	smallAgent = `Agent P
  Vars: x : 0..2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 2 and Action = go; end Evolution
end Agent`
	smallRest = `Evaluation done if P.x = 2; end Evaluation
InitStates P.x = 0; end InitStates
Formulae AF done; end Formulae`
)

// The codes about the text.
var (
	illegalCharacter = diag.Register(diag.Info{
		Code: "RC0801", Summary: "a character is no part of ISPL",
		Explanation: "Models in ISPL consist of words, numbers, the signs of the language and comments, which begin with `--`.",
		Example:     small("", "Evaluation done if P.x = 2 $; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF done; end Formulae"),
	})
	unexpectedText = diag.Register(diag.Info{
		Code: "RC0802", Summary: "something else was expected here",
		Explanation: "The text does not follow the grammar of ISPL. Words of the language are reserved everywhere, single letters such as A, " +
			"E, K and X among them, so that nothing can have such a name.",
		Example: small("", "Evaluation done if P.x = 2; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF (done; end Formulae"),
	})
	nestedTooDeeply = diag.Register(diag.Info{
		Code: "RC0803", Summary: "brackets and operators nest too deeply",
		Explanation: "Chains of `and` and of `or` may be of any length; other things nest at most 1000 deep.",
	})
	numberTooLarge = diag.Register(diag.Info{
		Code: "RC0804", Summary: "a number is too large",
		Explanation: "Numbers are at most 2 to the power of 30, and so are ranges; what is computed with them must stay below 2 to the power of 62.",
		Example:     small("", "Evaluation done if P.x = 20000000000; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF done; end Formulae"),
	})
	missingSection = diag.Register(diag.Info{
		Code: "RC0805", Summary: "a section is missing",
		Explanation: "A model has at least one agent beside the environment, and the sections Evaluation, InitStates and Formulae. An agent " +
			"has Vars (but for the environment), Actions, Protocol and Evolution.",
		Example: small("Agent P\n  Vars: x : 0..2; end Vars\n  Protocol: end Protocol\n  Evolution: x = 2 if x = 0; end Evolution\nend Agent", ""),
	})
	misplacedSection = diag.Register(diag.Info{
		Code: "RC0806", Summary: "a section is out of place",
		Explanation: "The sections of a model, and those of an agent, have an order, and each is there once. The environment is the first " +
			"agent; only it has Obsvars, and only the others have Lobsvars.",
		Example: smallAgent + "\nEvaluation done if P.x = 2; end Evaluation\nFormulae AF done; end Formulae\nInitStates P.x = 0; end InitStates",
	})
	tooManyErrors = diag.Register(diag.Info{
		Code: "RC0807", Summary: "there are more errors",
		Explanation: "Only the first errors of a file are shown; mend them and look again.",
	})
)

// The codes about names.
var (
	duplicateName = diag.Register(diag.Info{
		Code: "RC0811", Summary: "a name is declared twice",
		Explanation: "Agents, the variables of an agent, its actions, the values of a type, propositions and groups each have names of " +
			"their own. The environment's variables have different names, whether they are in Obsvars or Vars.",
		Example: small("", "Evaluation done if P.x = 2; done if P.x = 1; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF done; end Formulae"),
	})
	unknownName = diag.Register(diag.Info{
		Code: "RC0812", Summary: "a name is not declared",
		Explanation: "An agent's lines name its own variables without a prefix, and those of the environment that it sees (Obsvars, and the Vars " +
			"listed in its Lobsvars) as Environment.x. Evaluation and InitStates name variables as Agent.x. Formulas name propositions of " +
			"Evaluation.",
		Example: small("", "Evaluation done if P.y = 2; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF done; end Formulae"),
	})
	invisible = diag.Register(diag.Info{
		Code: "RC0813", Summary: "an agent does not see this variable",
		Explanation: "An agent's lines may only mention its own variables, the environment's Obsvars, and the Vars of the environment that are " +
			"listed in its Lobsvars. Other agents' actions may be tested, their variables not.",
		Example: small("Agent Environment\n  Vars: v : boolean; end Vars\n  Actions = {};\n  Protocol: end Protocol\n  Evolution: end Evolution\nend Agent\n"+
			"Agent P\n  Vars: x : 0..2; end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: x = x + 1 if x < 2 and Environment.v = true; end Evolution\nend Agent",
			"Evaluation done if P.x = 2; v if Environment.v = true; end Evaluation\nInitStates P.x = 0 and Environment.v = true; end InitStates\nFormulae AF done or v; end Formulae"),
	})
)

// The codes about meaning.
var (
	typeMismatch = diag.Register(diag.Info{
		Code: "RC0821", Summary: "values of different types meet",
		Explanation: "Comparisons and assignments need values of one type: truth values, numbers, or values of one enumeration. Only numbers have " +
			"an order and arithmetic, only truth values the operators `| ^ & ~`. A condition is made of comparisons: `x = true`, not `x`.",
		Example: small("", "Evaluation done if P.x = true; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF done; end Formulae"),
	})
	outOfRange = diag.Register(diag.Info{
		Code: "RC0822", Summary: "a value is never one of the variable's type",
		Explanation: "The variable cannot have the value that is assigned to it. Where the value depends on the state, a joint action whose value is " +
			"out of range has no successor; here no state would ever have one.",
		Example: small("Agent P\n  Vars: x : 0..2; end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: x = 3 if x < 2; end Evolution\nend Agent", ""),
	})
	emptyType = diag.Register(diag.Info{
		Code: "RC0823", Summary: "a range is empty or too large",
		Explanation: "A range is written from its smaller to its larger end, and has at most 2 to the power of 30 values.",
		Example: small("Agent P\n  Vars: x : 2..0; end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: x = 2 if x = 0; end Evolution\nend Agent", ""),
	})
	emptySection = diag.Register(diag.Info{
		Code: "RC0824", Summary: "a section needs at least one entry",
		Explanation: "An agent needs a variable, an action and a line of its evolution; a dummy will do. The environment may have none of them, but " +
			"without actions its protocol is empty, too. InitStates holds a condition, and a group has members.",
		Example: small("Agent P\n  Vars: end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: end Evolution\nend Agent",
			"Evaluation done if 1 = 1; end Evaluation\nInitStates 1 = 1; end InitStates\nFormulae AF done; end Formulae"),
	})
	severalAssignments = diag.Register(diag.Info{
		Code: "RC0825", Summary: "an evolution's line assigns too much",
		Explanation: "Under SingleAssignment every line assigns exactly one variable. Under MultiAssignment no line assigns one variable twice.",
		Example: small("Agent P\n  Vars: x : 0..2; end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: x = 1 and x = 2 if x = 0; end Evolution\nend Agent", ""),
	})
	misplaced = diag.Register(diag.Info{
		Code: "RC0826", Summary: "something cannot be used at this place",
		Explanation: "Actions are tested with `=` in evolutions only; `Other` is the last line of a protocol; RedStates and InitStates " +
			"have one condition; in CTL* what speaks about a path stands under A or E.",
		Example: small("Agent P\n  Vars: x : 0..2; end Vars\n  Actions = {go};\n  Protocol: Action = go : {go}; end Protocol\n"+
			"  Evolution: x = 2 if x = 0; end Evolution\nend Agent", ""),
	})
)

// The codes of warnings.
var (
	neverTrue = diag.Register(diag.Info{
		Code: "RC0831", Severity: diag.Warning, Summary: "a line never applies",
		Explanation: "No values of what the condition mentions make it true (or, for Other, the lines before it leave nothing over), so the line " +
			"has no effect.",
		Example: small("Agent P\n  Vars: x : 0..2; end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: x = x + 1 if x < 2; x = 0 if x = 1 and x = 2; end Evolution\nend Agent", ""),
	})
	repeatedLine = diag.Register(diag.Info{
		Code: "RC0832", Severity: diag.Warning, Summary: "a line is there twice",
		Explanation: "Two lines of a protocol or an evolution are the same, so that one of them is superfluous.",
		Example: small("Agent P\n  Vars: x : 0..2; end Vars\n  Actions = {go};\n  Protocol: Other : {go}; end Protocol\n"+
			"  Evolution: x = x + 1 if x < 2; x = x + 1 if x < 2; end Evolution\nend Agent", ""),
	})
	unused = diag.Register(diag.Info{
		Code: "RC0833", Severity: diag.Warning, Summary: "a declaration is never used",
		Explanation: "No formula mentions the proposition, no formula mentions the group, or no line of the protocol allows the action.",
		Example:     small("", "Evaluation done if P.x = 2; idle if P.x = 0; end Evaluation\nInitStates P.x = 0; end InitStates\nFormulae AF done; end Formulae"),
	})
	separately = diag.Register(diag.Info{
		Code: "RC0834", Severity: diag.Warning, Summary: "lines for different variables exclude each other",
		Explanation: "Under MultiAssignment one enabled line is chosen and every variable that it does not assign keeps its value. Two lines that " +
			"assign different variables and can be enabled together do not happen together: assign both variables in one line, or write " +
			"`Semantics = SingleAssignment;`.",
		Example: `Agent P
  Vars: x : 0..2; y : boolean; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 2; y = true if x = 0; end Evolution
end Agent
Evaluation done if P.x = 2 and P.y = true; end Evaluation
InitStates P.x = 0 and P.y = false; end InitStates
Formulae AF done; end Formulae`,
	})
)
