package main

const (
	lowerTests = "./rcheck/internal/lower"
	lowered    = "TestLoweredFormulasKeepTheirMeaning"
	treeTests  = "./mc/internal/rchecktest"
	tree       = "TestLoweringAgreesWithTree"
	kept       = "TestKeptModels"
	spelling   = "TestParenthesesSpellOutPrecedence"

	operatorFacts = "recipe/operator.go"
	states        = "TestStateFormulas"
)

// lowering are mistakes on the way from text to typed expressions.
var lowering = []Mutation{
	{"conjuncts inside quantifiers are about absent agents, too", "rcheck/types/quantifier.go", "append(out.Args, operand(restricted(there, part, q), q))", "append(out.Args, part)", "./mc", "TestQuantifiersOfPools"},
	{"the scheduler knows", "rcheck/types/group.go", "if use == ofKnowers && slices.Contains(g.Agents, scheduler) {", "if use == declared && slices.Contains(g.Agents, scheduler) {", "./rcheck", "TestGroupsWithTheScheduler"},
	{"CTLSPEC takes formulas about paths", "rcheck/types/resolve.go", `keyword == "CTLSPEC"`, `keyword == ""`, "./rcheck", "TestWordsForProperties"},
	{"CTLSPEC of a file of properties takes formulas about paths", "cmd/rcheck-bdd/props.go", "m.with(ctx, spec.Keyword.Text, name", "m.with(ctx, \"SPEC\", name", "./cmd/rcheck-bdd", "TestScripts/props"},
	{"text behind a property is part of it", "rcheck/parser/file.go", "\t\tp.behind++\n", "", "./rcheck", "TestTextBehindProperty"},
	{"tokens stay in one block", "rcheck/token/sequence.go", "s.n%blockSize == 0", "s.n == 0", "./rcheck/token", "TestSequence"},
	{"violation is observed", "rcheck/parser/pieces.go", `"violation": redSection}`, `"violation": observeSection}`, "./rcheck", "TestViolationIsRed"},
	{"conjunction binds like disjunction", "rcheck/ast/precedence.go", "And: 4,", "And: 3,", treeTests, spelling},
	{"implication groups to the left", "rcheck/ast/precedence.go", "return op == Implies || op == Until", "return op == Until", treeTests, spelling},
	{"negation binds tighter than comparisons", "rcheck/ast/precedence.go", "NegationLevel = 7", "NegationLevel = 8", treeTests, spelling},
	{"a walk stands for the analysis whatever it executes", "rcheck/types/ranges.go", "return len(unseen) == 0", "return true", "./rcheck/types", "TestWalksDoNotStandForTheAnalysis"},
	{"a walk stands for the analysis whatever is relabelled", "rcheck/types/ranges.go", "out {\n\t\t\t\treturn false", "out {\n\t\t\t\treturn true", "./rcheck/types", "TestWalksDoNotStandForTheAnalysis"},
	{"repetitions fall through", "rcheck/types/automaton.go", "b.edges(p.Body, from, from)", "b.edges(p.Body, from, to)", treeTests, tree},
	{"control states are numbered from the end", "rcheck/types/automaton.go", "return i + 1", "return len(b.semis) - i", treeTests, tree},
	{"data hide locals", "rcheck/types/scope.go", "\tif may&readLocal != 0 {\n\t\tif e, found := env.local(x); found {", "\tif may&readLocal != 0 && !(may&readData != 0 && c.dataNamed[name] != nil) {\n\t\tif e, found := env.local(x); found {", treeTests, tree},
	{"guards see what is bound where they are called", "rcheck/types/expr.go", "inner.binds = nil\n", "\n", treeTests, "TestKeptModels"},
	{"arguments are not mentioned", "rcheck/types/scope.go", "\tfor d := range arg.mentions {\n\t\tenv.mention(d)\n\t}\n", "", treeTests, kept},
	{"the condition of the type is forgotten", "rcheck/types/agent.go", "return mkConnective(recipe.OpAnd, ofType, own)", "return own", treeTests, tree},
	{"the condition of the instance is forgotten", "rcheck/types/agent.go", "return mkConnective(recipe.OpAnd, ofType, own)", "return ofType", treeTests, tree},
	{"remainders are quotients", operatorFacts, "return a % b", "return a / b", treeTests, tree},
	{"constants are compared the other way round", operatorFacts, "return BoolValue(a < b)", "return BoolValue(a > b)", treeTests, tree},
	{"minima are maxima", operatorFacts, "return min(a, b)", "return max(a, b)", recipeTests, twin},
	{"the disjuncts after the first are not evaluated", operatorFacts, "Short: true, Decides: True", "Short: true, Decides: False", recipeTests, twin},
	{"what implies nothing is itself", "recipe/fold.go", "\t\treturn Fold(OpNot, BoolType, operand)\n", "\t\treturn operand\n", treeTests, tree},
	{"a constant hides a zero divisor", "recipe/fold.go", "case operand.SurelyDefined():", "default:", recipeTests, "TestFoldingKeepsConditions"},
	{"defaults of constants win over the command line", "rcheck/types/declare.go", "k.value, k.ok, k.evaluated = c.opts.Set[name], true, true", "k.value, k.ok = c.opts.Set[name], true", treeTests, tree},
	{"families start one later", "rcheck/types/declare.go", "for i := lo; i <= hi; i++ {\n\t\tc.spend", "for i := lo; i < hi; i++ {\n\t\tc.spend", treeTests, tree},
	{"the first identifier is relabelled in place of the others", "rcheck/types/declare.go", "t.relabels[p.index] = e\n", "t.relabels[0] = e\n", treeTests, tree},
	{"predicates of gets are dropped", "rcheck/types/exchange.go", "\tcase from.Type.Kind == recipe.Bool:\n\t\tk.Predicate = from\n", "\tcase from.Type.Kind == recipe.Bool:\n\t\tk.Predicate = recipe.TrueExpr\n", treeTests, tree},
	{"a different property means every assignment", "rcheck/types/observation.go", "\t\treturn mkNot(env.overAssignments(recipe.OpForall, &eq))\n", "\t\t_ = eq\n\t\treturn env.overAssignments(recipe.OpForall, o)\n", treeTests, kept},
	{"some assignment is every assignment", "rcheck/types/observation.go", "\top := recipe.OpExists\n\tif e.Universal {", "\top := recipe.OpForall\n\tif e.Universal {", treeTests, kept},
	{"observations that are constant are constants of the path", "rcheck/internal/lower/state.go", "f.IsState() && f.Expr.Op", "f.Expr != nil && f.Expr.Op", mcTests, "TestKeptSources"},
	{"receives are about the step that leaves", "rcheck/types/atom.go", "if (c.System.Commands[id].Kind == recipe.Receive) == (kind == ltol.PastStep) {", "if (c.System.Commands[id].Kind == recipe.Receive) == (kind == ltol.Step) {", treeTests, tree},
	{"the first of several labels stands for them", "rcheck/internal/lower/stepatom.go", "append(label.Commands, x.Expr.Commands...)", "append(label.Commands[:0], x.Expr.Commands...)", lowerTests, lowered},
	{"step atoms of different disjunctions are one", "rcheck/internal/lower/stepatom.go", "signs[k] += sign", "signs[k] = string(k[0])", lowerTests, lowered},
	{"step atoms belong to the last disjunction they stand in", "rcheck/internal/lower/stepatom.go", "signs[k] += sign", "signs[k] = sign", "./rcheck", "TestLabelsOfSeveralAgentsAreOneAtom"},
	{"labels that stand elsewhere are hidden in step atoms", "rcheck/internal/lower/stepatom.go", "len(places[label]) > 1", "len(places[label]) < 0", "./rcheck", "TestLabelsOfSeveralAgentsAreOneAtom"},
	{"what is done is done in any state", "rcheck/internal/lower/stepatom.go", "recipe.And(append(parts, states...)...)", "recipe.And(parts...)", lowerTests, lowered},
	{"what is received is received in the state before", "rcheck/internal/lower/stepatom.go", "atoms[0].Kind == ltol.PastStep && t.entering(x) == nil", "false", lowerTests, lowered},
	{"what a receive assigns is asked before it", "rcheck/internal/lower/stepatom.go", "return by.Updates[i].Expr", "return after", lowerTests, lowered},
	{"what others assign stays as it is", "rcheck/internal/lower/stepatom.go", "slices.ContainsFunc(k.Updates, sets)", "len(k.Updates) < 0", lowerTests, lowered},
	{"one of several receives assigns for all", "rcheck/internal/lower/stepatom.go", "\t\t\tif i < 0 {\n", "\t\t\tif i < 0 && len(labels) > 0 {\n\t\t\t\ti = 0\n\t\t\t}\n\t\t\tif i < 0 {\n", lowerTests, lowered},
	{"many step atoms stand for one of them elsewhere", "rcheck/internal/lower/stepatom.go", " && !crowded[key(same[0])]", "", mcTests, "TestKeptSources"},
	{"step atoms before and after a position are done at once", "rcheck/internal/lower/stepatom.go", "x == nil || len(atoms) > 0 && x.Kind != atoms[0].Kind", "x == nil", "./rcheck", "TestLabelsOfSeveralAgentsAreOneAtom"},
	{"universal quantifiers are existential", "rcheck/types/formula.go", "&Formula{Op: ltol.OpOr, At: q}\n\tif q.Universal {", "&Formula{Op: ltol.OpOr, At: q}\n\tif !q.Universal {", treeTests, tree},
	{"folding decides what absent operands mean", "rcheck/types/operator.go", "(env.operated(e.X) || env.operated(e.Y))", "(composite(x) || composite(y))", treeTests, "TestKeptModels"},
	{"one of several localities is another", "rcheck/types/exchange.go", "recipe.Fold(recipe.OpEq, recipe.BoolType, x, recipe.Const(env.c.location, l))", "recipe.Fold(recipe.OpNe, recipe.BoolType, x, recipe.Const(env.c.location, l))", treeTests, tree},
	{"weak until is until", "rcheck/types/formula.go", "ast.WeakUntil: ltol.OpWeakUntil,", "ast.WeakUntil: ltol.OpUntil,", treeTests, tree},
	{"some path is every path", "rcheck/types/formula.go", "if e.Op == ast.Exists {\n\t\top = ltol.StateExists", "if e.Op == ast.Exists {\n\t\top = ltol.StateAll", "./rcheck", states},
	{"knowing whether is knowing that", "rcheck/types/formula.go", "not.Args = []*Formula{{Op: ltol.OpNot, Args: []*Formula{f}}}", "not.Args = []*Formula{f}", "./rcheck", states},
	{"as far as another is red", "rcheck/types/formula.go", "operand(condition(mkNot(j.redness())), e.Args[1])", "operand(condition(j.redness()), e.Args[1])", "./rcheck", states},
	{"the scheduler is in every group", "rcheck/types/group.go", "!ok || use == ofKnowers || x.Name != \"scheduler\"", "!ok || x.Name != \"scheduler\"", "./rcheck", "TestStateFormulasWithoutMeaning"},
	{"a guard does not hide an operator", "rcheck/types/formula.go", "return IsAgentOperator(e.Fun.Name) && c.guards[e.Fun.Name] == nil", "return IsAgentOperator(e.Fun.Name)", "./rcheck", "TestOperatorsHiddenByNames"},
	{"parts of paths are not told apart", "ltol/state.go", "for _, i := range p.byHash[f.hash] {\n\t\tif f.Equal(p.list[i]) {", "for i := range p.list {\n\t\tif true {", "./rcheck", states},
	{"identifiers of all suppliers are one", "rcheck/internal/lower/stepatom.go", "recipe.OpSupplierProperty, ", "", lowerTests, "TestPropositionsAreToldApart"},
	{"commands 1 and 2 are command 12", "rcheck/internal/lower/stepatom.go", "\t\t\t\tkey = append(key, ' ')\n\t\t\t\tkey = strconv", "\t\t\t\tkey = strconv", lowerTests, "TestPropositionsAreToldApart"},
	{"constants of different kinds are one", "rcheck/internal/lower/stepatom.go", "key = append(key, ' ', '0'+byte(x.Type.Kind), ' ')", "key = append(key, ' ')", lowerTests, "TestPropositionsAreToldApart"},
	{"labels before and after a position are one", "rcheck/internal/lower/stepatom.go", "fmt.Sprint(atom.Kind, e.Commands)", "fmt.Sprint(e.Commands)", lowerTests, "TestPropositionsAreToldApart"},
	{
		"constants within A and E are propositions", "rcheck/internal/lower/state.go",
		"f.IsState() && f.Expr.Op == recipe.OpConst",
		"f.IsState() && f.Expr.Op == 250",
		"./cmd/rcheck-bdd", "TestScripts/first_steps",
	},
	{
		"the whole name of a property selects others, too", "cmd/rcheck-bdd/selection.go",
		"!whole && (s.number",
		"(!whole || true) && (s.number",
		"./cmd/rcheck-bdd", "TestScripts/first_steps",
	},
}
