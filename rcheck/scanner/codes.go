package scanner

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The diagnostics of the scanner.
var (
	illegalCharacter = diag.Register(diag.Info{
		Code:    "RC0101",
		Summary: "illegal character",
		Explanation: "A character begins no token of the language. Names are made of ASCII letters, digits and `_`; values of enums are " +
			"written without quotes. The operators of the papers (∧ ∨ ¬ → ↔ ≠ ≤ ≥ ⟨ ⟩ ∀ ∃ ⋆ •∃ •∀ 𝒰 ℛ 𝒲 …) are accepted.",
		Example: "enum kind { a$, b }\n" + minimal,
	})
	invalidUTF8 = diag.Register(diag.Info{
		Code:        "RC0102",
		Summary:     "invalid UTF-8",
		Explanation: "Models are UTF-8 text. A byte here belongs to no character: the file may be binary, or text in another encoding.",
		Example:     "enum kind { a\xff, b }\n" + minimal,
	})
	openComment = diag.Register(diag.Info{
		Code:        "RC0103",
		Summary:     "comment not closed",
		Explanation: "A comment that begins with `/*` ends with the next `*/`; there is none before the end of the file.",
		Example:     minimal + "/* the end\n",
	})
)

// minimal is a model without faults, for the examples.
const minimal = "agent A local: x : bool init: x receive-guard: true repeat: {x} *! (true)()[]\nsystem = A(a, true)\n"
