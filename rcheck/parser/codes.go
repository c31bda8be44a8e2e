package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// The diagnostics of the parser. Exported are those that other packages report too or treat apart.
var (
	unexpectedToken = diag.Register(diag.Info{
		Code:        "RC0104",
		Summary:     "unexpected text",
		Explanation: "Something else has to stand at this place. The message says what was expected and what was found.",
		Example:     "enum kind { a b }\n" + minimal,
	})
	expectedExpression = diag.Register(diag.Info{
		Code:    "RC0105",
		Summary: "missing expression",
		Explanation: "An operator or a construct lacks an operand. Observations `<O>`, `[O]`, temporal operators and quantifiers can " +
			"stand in properties only.",
		Example: "agent A local: x : bool init: x & receive-guard: true repeat: {x} *! (true)()[]\nsystem = A(a, true)\n",
	})
	openBracket = diag.Register(diag.Info{
		Code:        "RC0106",
		Summary:     "bracket not closed",
		Explanation: "A bracket is opened and not closed in the same declaration, or in the same section of an agent.",
		Example:     "agent A local: x : bool init: (x receive-guard: true repeat: {x} *! (true)()[]\nsystem = A(a, true)\n",
	})
	chainedComparison = diag.Register(diag.Info{
		Code:    "RC0107",
		Summary: "chained comparison",
		Explanation: "Comparisons do not chain: `a < b < c` would compare a truth value with c. Write `a < b & b < c`, or put " +
			"parentheses where truth values are compared.",
		Example: "agent A local: x : 0..3 init: 0 < x < 2 receive-guard: true repeat: {x = 1} *! (true)()[]\nsystem = A(a, true)\n",
	})
	numberTooLarge = diag.Register(diag.Info{
		Code:        "RC0108",
		Summary:     "number too large",
		Explanation: "Numbers have at most 63 bits.",
		Example: "agent A local: x : 0..99999999999999999999 init: x = 0 receive-guard: true repeat: {x = 1} *! (true)()[]\n" +
			"system = A(a, true)\n",
	})
	nestedTooDeeply = diag.Register(diag.Info{
		Code:        "RC0109",
		Summary:     "nested too deeply",
		Explanation: "Brackets, prefix operators and operators that group to the right nest deeper than the parser follows.",
		Example:     minimal + "SPEC " + strings.Repeat("!", MaxDepth+2) + "a-x\n",
	})
	TooManyErrors = diag.Register(diag.Info{
		Code:        "RC0110",
		Summary:     "too many errors",
		Explanation: "A source has more errors than are worth reporting. It may not be an R-CHECK model at all.",
	})
	tooManyReadings = diag.Register(diag.Info{
		Code:    "RC0111",
		Summary: "too many ways to match `<` and `>`",
		Explanation: "In `<O> phi` the bracket `>` is also a comparison. There are more ways to match the brackets of this formula than " +
			"are tried; put comparisons with `>` in parentheses, or write `[[O]]` and `<<O>>`.",
		Example: minimal + "SPEC <p2p" + strings.Repeat(" & 1 > 0", 30) + "> true\n",
	})
	noDeclaration = diag.Register(diag.Info{
		Code:    "RC0112",
		Summary: "no declaration",
		Explanation: "A model is a sequence of declarations: `channels:`, `enum`, `message-structure:`, `communication-variables:` or " +
			"`property-variables:`, `const`, `guard`, `agent`, `system =`, `SPEC`, `FAIRNESS` and `COMPASSION`.",
		Example: "chanels: a, b\n" + minimal,
	})
	repeatedSection = diag.Register(diag.Info{
		Code:        "RC0113",
		Severity:    diag.Warning,
		Summary:     "repeated section",
		Explanation: "An agent has several sections of one kind. Only the last one counts.",
		Example: "agent A local: x : bool init: x init: !x receive-guard: true repeat: {x} *! (true)()[]\n" +
			"system = A(a, true)\n",
	})
	missingUpdates = diag.Register(diag.Info{
		Code:        "RC0114",
		Summary:     "missing updates",
		Explanation: "Every command ends with its updates in brackets, `[x := e, …]`, which are `[]` if nothing changes.",
		Example:     "agent A local: x : bool init: x receive-guard: true repeat: {x} *! (true)()\nsystem = A(a, true)\n",
	})
	missingSendGuard = diag.Register(diag.Info{
		Code:    "RC0115",
		Summary: "missing send guard",
		Explanation: "A send is `channel ! guard (data)[updates]`. A guard that everyone satisfies is `true`. Likewise a get or a supply " +
			"needs a locality or a predicate after `@`.",
		Example: "message-structure: M : bool\nagent A local: x : bool init: x receive-guard: true repeat: {x} *! (M := x)[]\n" +
			"system = A(a, true)\n",
	})
	ReadingsDiffer = diag.Register(diag.Info{
		Code:     "RC0201",
		Severity: diag.Warning,
		Summary:  "expression read differently elsewhere",
		Explanation: "An expression without parentheses means something else in the other dialect, or to the published R-CHECK tool. " +
			"Precedence here is, tightest first: unary minus; `* / %`; `+ -`; comparisons; `!`; `U W R` (to the right); `&`; `|`; `->` " +
			"(to the right); `<->`. In classic files F, G, X and observations bind like `!`; in current files they extend to the end " +
			"of the enclosing bracket. Put in the parentheses that the message shows for the reading you mean.",
		Example: minimal + "SPEC G a-x & F a-x\n",
	})
	RepetitionDiffers = diag.Register(diag.Info{
		Code:     "RC0202",
		Severity: diag.Warning,
		Summary:  "`rep` read differently elsewhere",
		Explanation: "`rep` binds tighter than `;` and `+`, as in the papers: `rep A + B` is `(rep A) + B`. The editor of the current " +
			"dialect reads `rep (A + B)`. Put parentheses around the process you mean.",
		Example: "agent A local: x : bool init: x receive-guard: true repeat: rep {x} *! (true)()[] + {!x} *! (true)()[]\n" +
			"system = A(a, true)\n",
	})
)

// minimal is a model without faults, for the examples.
const minimal = "agent A local: x : bool init: x receive-guard: true repeat: {x} *! (true)()[]\nsystem = A(a, true)\n"
