package main

const orbitTests = "./mc/quotient"

// certificates are mistakes in what confirms that a property holds.
var certificates = []Mutation{
	{"steps that leave the reachable states are not noticed", "mc/internal/certify/walks.go", "if in, known := e.inside(t.Next); known && !in {", "if in, known := e.inside(t.Next); known && !in && false {", mcTests, "TestCertificatesFindFaults"},
	{"steps that the encoding lacks are not noticed", "mc/internal/certify/walks.go", "if same && has(it.Enabled) {", "if same {", mcTests, "TestCertificatesFindFaults"},
	{"deadlocks of the encoding are not compared", "mc/internal/certify/walks.go", "has(deadlocks) != dead:", "has(deadlocks) != dead && false:", mcTests, "TestCertificatesFindFaults"},
	{"initial states of the encoding are not compared", "mc/internal/certify/compare.go", "if initial != e.s.Model.Contains(e.s.Model.Init, s) {", "if false {", mcTests, "TestInitialStatesAreCompared"},
	{"saved states of another system are taken", "mc/internal/subject/saved.go", "case s.head.System != digest([]byte(of.Text())):", "case false:", mcTests, "TestSavedStatesThatDoNotFit"},
	{"saved states need not be closed", "mc/internal/subject/saved.go", "} else if err != nil {\n\t\treturn fmt.Errorf(\"%w: %w\"", "} else if err != nil && false {\n\t\treturn fmt.Errorf(\"%w: %w\"", mcTests, "TestSavedStatesThatDoNotFit"},
	{"saved states may be too many", "mc/internal/subject/saved.go", "if s.Stats.States.String() != saved.head.States {", "if false {", mcTests, "TestSavedStatesThatDoNotFit"},
	{"jobs share walks", "mc/jobs.go", "comparison = c.comparison.ForJob(s)", "comparison = c.comparison", mcTests, "TestJobsShareNoWalks"},
	{"the work of jobs does not count", "mc/jobs.go", "c.s.Engines.Meter.AddJob(a.work)", "c.s.Engines.Meter.AddJob(a.work * 0)", mcTests, "TestWorkOfJobsCounts"},
	{"lassos of walks prove nothing", "mc/internal/certify/tests.go", "\tif err == nil && !holds {", "\tif err == nil && holds {", mcTests, "TestPropertiesOnRuns"},
	{"prefixes of walks prove nothing", "mc/internal/certify/tests.go", "if err == nil && refuted {", "if err == nil && refuted && false {", mcTests, "TestPropertiesOnRuns"},
	{"lassos that are not fair refute properties", "mc/internal/certify/tests.go", "!fair || err != nil {", "!fair && err != nil {", mcTests, "TestRunsOfTestsAreFair"},
	{"every property passes on to suffixes", "mc/internal/certify/tests.go", "if part.SuffixClosed() && !part.ReadsPast() {", "if !part.ReadsPast() {", mcTests, "TestPropertiesOnRuns"},
	{"what holds for ever passes on if it is denied", "ltol/formula.go", "return class{c.universal, c.eventual}", "return class{c.eventual, c.universal}", ltolTests, "TestClassesAgainstEval"},
	{"what was executed may be idle", "mc/internal/certify/comparison.go", "\t\tif e.Met.Executed[id] {", "\t\tif e.Met.Executed[id] && false {", mcTests, "TestIdlenessIsTestedOnRuns"},
	{"an orbit that was not explored is not noticed", "mc/quotient/check.go", "return false, true", "return true, true", orbitTests, "TestCertificatesOfOrbits"},
	{"repeating a search of orbits proves nothing", "mc/quotient/certify.go", "if len(left) > 0 {", "if len(left) > 0 && false {", orbitTests, "TestCertificatesOfOrbits"},
	{"certificates of emptiness prove nothing", search + "emptiness.go", "if !h.region.empty() {", "if false {", searchTests, "TestCertifyEmptyFindsFaults"},
	{"unfair runs violate properties", "mc/internal/engine/falsifier/falsifier.go", "SatisfiesAll(f.board.Fair); !fair || err != nil {", "SatisfiesAll(f.board.Fair); err != nil && fair {", mcTests, "TestWalksAreFair"},
	{"a walk that may not go on fairly violates", "mc/internal/engine/falsifier/falsifier.go", "if len(f.board.Fair) > 0 {", "if len(f.board.Fair) > 9 {", mcTests, "TestWalksAreFair"},
	{"what a walk has violated is left open", "mc/property.go", "limit != nil && !errors.Is(err, ErrInternal) {", "limit != nil && false {", mcTests, "TestBugsComeFirst"},
	{"violations are announced twice", "mc/internal/schedule/schedule.go", "if !s.reported[i] {", "if !s.reported[i] || true {", mcTests, "TestWhatHadItsTurnIsNotToldAgain"},
	{"what had its turn is announced again", "mc/internal/decide/runs.go", "defer s.Engines.Scheduler.Reported(target)", "defer func() {}()", mcTests, "TestWhatHadItsTurnIsNotToldAgain"},
	{"announced violations are lost with the work", "cmd/rcheck-bdd/work.go", "receive(&finding{Result: f.Result, part: restAlone})", "break", "./cmd/rcheck-bdd", "TestAnnouncedViolationsAreKept"},
	{"figures are given up with the rest", "mc/internal/schedule/schedule.go", "s.Figures && only == nil", "s.Figures && only != nil", mcTests, "TestExploringIsGivenUp"},
	{"layers are given up with the rest", "mc/internal/subject/explore.go", "\ts.Engines.Frozen = true\n", "", mcTests, "TestExploringIsGivenUp"},
	{"one violation is enough to give up", "mc/internal/schedule/schedule.go", "return s.Board.Settled(t) &&", "return (s.Board.Settled(t) || t == s.Board.Targets[1]) &&", mcTests, "TestExploringIsGivenUp"},
	{"an internal error becomes a violation", "mc/property.go", "limit != nil && !errors.Is(err, ErrInternal) {", "limit != nil {", mcTests, "TestInternalErrorsAreNoVerdicts"},
	{"engines work after a fault", "mc/internal/schedule/schedule.go", "for s.broken == nil &&", "for", "./mc/internal/schedule", "TestEndsOfWork"},
	{"engines work after the end of time", "mc/internal/schedule/schedule.go", "s.ctx.Err() == nil && !s.Enough(nil)", "!s.Enough(nil)", "./mc/internal/schedule", "TestEndsOfWork"},
	{"a run may contradict an invariant", "mc/internal/engine/board.go", "if t.Trace = run; t.Clauses > 0 {", "if t.Trace = run; t.Clauses > 99 {", "./mc/internal/schedule", "TestWorkAfterAViolation"},
}
