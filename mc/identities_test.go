package mc_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// votersSource draws a model of n nodes that know each other by numbers, and vote for one. In some,
// a node does more with a number than to copy and compare it, or begins in another way.
func votersSource(draw *rand.Rand, n int) string {
	pick := func(texts ...string) string { return texts[draw.IntN(len(texts))] }
	odd := draw.IntN(14)
	rare := func(place int, usual, other string) string {
		if place == odd {
			return other
		}
		return usual
	}
	text := fmt.Sprintf(`const N = %d;
message-structure: FOR : 0..%s, ASK : bool
property-variables: voted : 0..N
agent Node
    local: id : 1..N, vote : 0..N, won : bool
    init: %s
    relabel: voted <- %s
    receive-guard: chan = *
    repeat: (
        ask: {vote = %s} *! (%s)(FOR := id, ASK := true)[vote := id]
        + hear: {ASK & %s} *? [vote := %s]
        + tell: {%s} *! (%s)(FOR := vote, ASK := false)[vote := %s]
        + win: {!ASK & FOR = id} *? [won := true]
    )
agent Clerk
    local: last : 0..N
    init: last = %s
    receive-guard: chan = *
    repeat: ( note: {%s} *? [last := %s] )
system = Node(node[i : 1..N], id = i%s) || Clerk(clerk, true)
`, n, rare(0, "N", "N - 1"), rare(1, "vote = 0", "(vote = 1 | vote = 0)"), rare(2, "vote", "min(vote + 1, N)"),
		pick("0", "0", "id"), pick("true", "true", "@voted = 0", "@voted != id"),
		pick("vote = 0", "vote != FOR")+rare(3, "", " & FOR > id"), pick("FOR", "(vote = 0 ? FOR : vote)")+rare(4, "", " % (N + 1)"),
		pick("vote != 0", "vote != 0 & vote != id"), pick("true", "@voted = id", "@voted != vote"), pick("0", "vote", "id"),
		rare(5, "0", "1"), rare(6, pick("true", "FOR != 0", "!ASK"), "FOR < 2"), pick("FOR", "FOR", "0"),
		rare(7, " & !won", " & (won <-> i = 1)"))
	if draw.IntN(2) == 0 {
		text += pick("FAIRNESS node[1]-ask;\n", "FAIRNESS exists k : Node . k-tell;\n", "FAIRNESS clerk-last = 0;\n", "FAIRNESS clerk-last != 1;\n")
	}
	for range 4 {
		text += "SPEC forall i : 1..N . " + strings.NewReplacer("node[j]", "node[i % N + 1]", "j", "i % N + 1").Replace(pick(
			"G !(node[i]-won & node[j]-won)", "G !(node[i]-vote = j & node[j]-vote = i)", "G (node[i]-vote = j -> X (node[i]-vote != i))",
			"G !(clerk-last = i & node[i]-vote = j & node[i]-won)", "F (node[i]-vote = j)", "G F !(node[i]-vote = j)", "G (node[i]-vote < 2 | clerk-last = j)",
			"!(node[i]-ask & node[i]-vote = j)", "G (node[j]-tell -> node[j]-vote != i)")) + ";\n"
	}
	return text
}

// Agents that know each other by numbers are exchanged with their numbers where that changes
// nothing. One conjunct stands for others then, and one state for its orbit. The verdicts are those
// of the explicit decision.
func TestIdentities(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 9))
	n, saved := map[string]int{}, 0
	for k := range 40 {
		source := votersSource(draw, 2+draw.IntN(2))
		options := [][]mc.Option{
			{mc.WithEngines("diagrams"), mc.WithCertificates(2)}, {mc.WithSymmetry(mc.SymmetryOrbits)}, {mc.WithEngines("diagrams", "localization")}, nil,
		}[k%4]
		err := compareSource(rchecktest.Model{Text: source}, way{"identities", options}, n)
		if errors.Is(err, recipe.ErrStateLimit) {
			n["too large"]++
			continue
		}
		require.NoError(t, err, source)
		if k%4 == 0 {
			saved += conjunctsOf(t, source, append(options, mc.WithSymmetry(mc.SymmetryOff))) - conjunctsOf(t, source, options)
		}
	}
	t.Logf("%v, %d conjuncts left out", n, saved)
	require.Less(t, n["too large"], 10)
	require.Greater(t, min(n["holds"], n["violated"], n["fair holds"], n["fair violated"]), 5, "%v", n)
	require.Greater(t, saved, 10)
}

// In Raft, a vote is the number of a node. What is said of each pair of nodes is decided for one.
func TestOnePairOfNodes(t *testing.T) {
	p, spec := scaled(t, "published/raft.rcp", map[string]int{"N": 3, "T": 2})
	for use, want := range map[mc.Symmetry]int{mc.SymmetryOff: 3, mc.SymmetryConjuncts: 1} {
		report, err := mc.Check(context.Background(), p.System, spec, mc.WithEngines("diagrams"), mc.WithSymmetry(use))
		require.NoError(t, err)
		require.Equal(t, mc.Holds, report.Results[0].Verdict)
		require.Equal(t, want, report.Results[0].Stats.Conjuncts)
	}
}
