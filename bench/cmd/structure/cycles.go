package main

// cycles lists, for each package, the sets of files that use each other. Files in no set form layers:
// none uses a higher one. The list is there to be shortened.
var cycles = map[string][]string{
	"bdd": {
		"apply calculator closure finite inspect layout manager misuse order pick quantify " +
			"relation scope snapshot vec",
	},
	"bdd/internal/kernel": {
		"apply ite",
		"cache collect limits mapped prepare sift swap table",
	},
	"cmd/rcheck-bdd": {
		"all automaton check checkfile conform conformreport conversation draw drawrun engine explain export fmt formula ispl " +
			"isplrun limits logs lsp main model monitor outputs policy props reach replay sample sat savedrun " +
			"selection serve simulate sweep version vet watch work",
	},
	"cmd/rcheck-bdd/internal/lsp": {
		"methods server typing",
	},
	"cmd/rcheck-bdd/internal/page": {
		"page requests socket",
	},
	"cmd/rcheck-bdd/internal/workbench": {
		"check complete diagnostics document expect explain explanation jointcomplete " +
			"jointnames jointrun names picture run session status symbol",
		"live standing",
	},
	"mc/branch": {
		"confirm ends fairgame knowledge label plan shape strategy uniform witness",
	},
	"mc/internal/engine/falsifier": {
		"falsifier frontier strategy",
	},
	"rcheck/parser": {
		"ambiguity expr formula",
	},
	"rcheck/types": {
		"readings report",
		"agent assign atom close constant declare exchange expr formula group hints observation " +
			"observed operator quantifier ranges references resolve scope state use",
	},
	"recipe": {
		"eval exchange explore expr initial interpreter misuse operator print print_expr " +
			"proposition quantifier state statekey system types walker",
		"check check_expr",
	},
	"recipe/evaluate": {
		"evaluator leaf",
	},
	"recipe/flow": {
		"assume view",
	},
}
