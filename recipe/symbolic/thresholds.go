package symbolic

import "cmp"

// Thresholds are the sizes at which the encoding turns to another
// representation or stops looking for a better one. None of them changes a set
// of states or a verdict, only the work. A field that is zero stands for its
// default, a negative one for less than anything there is.
type Thresholds struct {
	// TableValues is the largest number of values that an integer variable may
	// have to be a table of one diagram for each value; above it the variable
	// is a bit vector, and gaps between its values are filled; 128.
	TableValues int
	// TablePairs is the largest number of pairs of entries that an operation on
	// two tables of integers looks at; above it the result is a bit vector; 1024.
	TablePairs int
	// SplitCombinations is the largest number of valuations of the sender's
	// locals that are looked at to tell its messages apart; 4096.
	SplitCombinations int
	// SplitMessages is the largest number of messages that one send becomes on
	// one channel; above it some of the sender's locals are left open in the
	// message; 16.
	SplitMessages int
	// TrialNodes is the size in diagram nodes of a set of reached states by
	// which an order of the variables is judged; 3000.
	TrialNodes int
	// SettledNodes is the size in diagram nodes up to which the set of all reachable
	// states, where a trial ends with it, is small enough for no other order to be tried; 1000.
	SettledNodes int
	// TrialImages is the number of images after which an order is judged anyway; 4000.
	TrialImages int
	// TrialExcess is how many times the nodes of the best order another one may
	// need before its trial ends; 2.
	TrialExcess int
	// TrialSlack is how many percent more nodes than in the model's own order a set may have in another
	// one at the end of its trial, and in proportion more where less of the trial is done, before that
	// ends early; 10.
	TrialSlack int
	// SampleAgents is the number of agents of each type in the sample by which an order
	// is judged. Where no type has more agents no sample is tried; 6.
	SampleAgents int
	// AttractRounds is how often agents, and variables, are moved towards those they
	// have to do with; 30.
	AttractRounds int
	// WideValues is the smallest number of values of an integer whose bits are put
	// among those of others that it is compared with, stored in or added to; 64.
	WideValues int
	// WideStagger is how many places the bits of such an integer begin after those of the
	// one before, in orders between all at one place and one after the other; 2.
	WideStagger int
	// WideWork is how many steps of the diagrams it may take to reach all states
	// in one of these orders for it to be taken without further trials; 2^18.
	WideWork int
	// KeptVariants is the number of interactions told apart by what is received that
	// are kept for later refinements, none if it is negative, and KeptNodes the size of
	// the largest of them; 2000 and 2000.
	KeptVariants, KeptNodes int
}

func (t *Thresholds) setDefaults() {
	t.TableValues = cmp.Or(t.TableValues, 1<<7)
	t.TablePairs = cmp.Or(t.TablePairs, 1<<10)
	t.SplitCombinations = cmp.Or(t.SplitCombinations, 1<<12)
	t.SplitMessages = cmp.Or(t.SplitMessages, 1<<4)
	t.TrialNodes = cmp.Or(t.TrialNodes, 3000)
	t.SettledNodes = cmp.Or(t.SettledNodes, 1000)
	t.TrialImages = cmp.Or(t.TrialImages, 4000)
	t.TrialExcess = cmp.Or(t.TrialExcess, 2)
	t.TrialSlack = cmp.Or(t.TrialSlack, 10)
	t.SampleAgents = cmp.Or(t.SampleAgents, 6)
	t.AttractRounds = cmp.Or(t.AttractRounds, 30)
	t.WideValues = cmp.Or(t.WideValues, 1<<6)
	t.WideStagger = cmp.Or(t.WideStagger, 2)
	t.WideWork = cmp.Or(t.WideWork, 1<<18)
	t.KeptVariants = cmp.Or(t.KeptVariants, 2000)
	t.KeptNodes = cmp.Or(t.KeptNodes, 2000)
}
