package main

// A Cycle is a set of files that use each other, with the reason why they stay so. Files in no set
// form layers: none uses a higher one.
type Cycle struct{ Files, Why string }

// cycles are those of each package. The list is there to be shortened.
var cycles = map[string][]Cycle{
	"bdd": {{
		"apply calculator closure finite inspect layout manager misuse order quantify relation scope vec",
		"a manager makes scopes and calculators, and these work on the manager",
	}},
	"bdd/internal/kernel": {{
		"cache collect limits mapped prepare sift swap table",
		"all work on one memory: a new node may start a collection, a collection a change of the order, " +
			"and that makes nodes",
	}},
	"cmd/rcheck-bdd": {
		{
			"all check checkfile isplcheck policy props watch work",
			"a check has flags, a session and work in three types, whose methods call each other",
		},
		{"conform conformreport", "a result knows its texts, and the texts read the result"},
	},
	"cmd/rcheck-bdd/internal/lsp": {{
		"methods server typing",
		"the server calls methods by name, and methods change what the server keeps",
	}},
	"cmd/rcheck-bdd/internal/workbench": {{
		"jointrun picture run session status",
		"a view turns runs, explanations and statuses of properties into data; a session shows its run by one",
	}},
	"mc/branch": {{
		"confirm fairgame knowledge label plan shape strategy uniform witness",
		"a formula is labelled by its parts, of whatever kind: abilities of knowledge, knowledge of paths",
	}},
	"rcheck/parser": {{
		"ambiguity expr formula",
		"recursive descent: expressions have formulas in them, and formulas expressions",
	}},
	"rcheck/types": {{
		"agent assign atom close constant contract declare exchange expr formula group hints observation " +
			"observed open operator pool quantifier ranges references resolve scope state unbounded use",
		"typing is recursive as the syntax is; a name is declared and used by the same tables",
	}},
	"recipe": {{
		"construct differences eval exchange explore expr fold initial interpreter interval misuse operator " +
			"print print_expr proposition quantifier state statekey system types walker",
		"a system has expressions, expressions have types, and the texts of both need the system; " +
			"a quantifier is evaluated by what it says of its identifiers",
	}},
	"recipe/evaluate": {{
		"evaluator leaf",
		"the leaf for a property identifier stands for an expression",
	}},
	"recipe/flow": {{
		"assume view",
		"an if-then-else narrows what is known by its condition, and narrowing evaluates expressions",
	}},
}
