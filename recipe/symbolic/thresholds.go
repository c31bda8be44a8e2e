package symbolic

import "cmp"

// Thresholds are sizes at which the encoding changes to another representation, or stops looking
// for a better one. None of them changes a set of states or a verdict; they only change the work. A
// field that is zero has its default. A negative field is smaller than every size.
type Thresholds struct {
	// TableValues is the largest number of values of an integer variable that is a table with one
	// diagram for each value. A variable with more values is a bit vector, and gaps between its
	// values are filled; 128.
	TableValues int
	// TablePairs is the largest number of pairs of entries that an operation on two tables of
	// integers combines. With more pairs, the result is a bit vector; 1024.
	TablePairs int
	// SplitCombinations is the largest number of valuations of the locals of a sender that are
	// enumerated to find its different messages; 4096.
	SplitCombinations int
	// SplitMessages is the largest number of messages of one send on one channel to one receiver. Each
	// further receiver allows one more. If there would be more, the message leaves some locals of the
	// sender open; 16. The relation of an open message tells its values apart at each receiver.
	SplitMessages int
	// TrialNodes is the size, in diagram nodes, of a set of reached states at which an order of the
	// variables is judged; 3000.
	TrialNodes int
	// SettledNodes is a size in diagram nodes. If a trial ends with the set of all reachable
	// states, and this set is at most so large, no other order is tried; 1000.
	SettledNodes int
	// TrialImages is the number of images after which an order is judged in any case; 4000.
	TrialImages int
	// TrialExcess is a factor. The trial of an order ends if it needs so many times the nodes of
	// the best order; 2.
	TrialExcess int
	// TrialSlack is a percentage. A set in another order may have so many percent more nodes than
	// in the own order of the model, at the end of the trial. Earlier in the trial, it may have
	// proportionally more. Otherwise, the trial ends early; 10.
	TrialSlack int
	// SampleAgents is the number of agents of each type in the sample by which an order is judged.
	// If no type has more agents, no sample is used; 6.
	SampleAgents int
	// AttractRounds is how often agents, and variables, are moved towards the ones that they depend
	// on; 30.
	AttractRounds int
	// WideValues is the smallest number of values of an integer whose bits are interleaved with
	// those of other integers. These are integers that it is compared with, stored in or added to;
	// 16.
	WideValues int
	// WideStagger is an offset in places. In some orders, the bits of each such integer begin so
	// many places after those of the integer before. These orders are between those in which all
	// begin at one place, and those in which one follows after the other; 2.
	WideStagger int
	// WideWork is a number of diagram steps. If one of these orders reaches all states with so few
	// steps, it is used without further trials; 2^20.
	WideWork int
	// KeptVariants is the number of refined interactions that are kept for later refinements; none
	// if it is negative. KeptNodes is the largest size of a kept one; 2000 and 2000.
	KeptVariants, KeptNodes int
}

func (t *Thresholds) setDefaults() {
	for field, value := range map[*int]int{
		&t.TableValues: 1 << 7, &t.TablePairs: 1 << 10, &t.SplitCombinations: 1 << 12,
		&t.SplitMessages: 1 << 4, &t.TrialNodes: 3000, &t.SettledNodes: 1000, &t.TrialImages: 4000,
		&t.TrialExcess: 2, &t.TrialSlack: 10, &t.SampleAgents: 6, &t.AttractRounds: 30,
		&t.WideValues: 1 << 4, &t.WideStagger: 2, &t.WideWork: 1 << 20, &t.KeptVariants: 2000,
		&t.KeptNodes: 2000,
	} {
		*field = cmp.Or(*field, value)
	}
}
