package bench

// A Published model was made by somebody else for another tool, and is written here in the
// language of this checker. Its questions were fixed before any of them was timed.
type Published struct {
	// Name is that of its file below models/published, without the ending.
	Name string
	// Set are the values of its constants where it is measured.
	Set map[string]int
	// HeldOut tells that no number of the checker may be chosen by its times.
	HeldOut bool
}

// File is the model, by the name that [Source] has for it.
func (p *Published) File() string { return "published/" + p.Name + ".rcp" }

// PublishedModels are all of them, some at two sizes. Thirteen of the 28 models are held out. The
// first thirteen were the first to be measured with peers.
func PublishedModels() []Published {
	return []Published{
		{Name: "swarm", Set: map[string]int{"N": 5, "W": 5, "H": 5}},
		{Name: "publish-subscribe", Set: map[string]int{"N": 8}},
		{Name: "paxos", Set: map[string]int{"N": 5, "B": 4}},
		{Name: "versions", Set: map[string]int{"N": 8, "V": 15}},
		{Name: "bucket", Set: map[string]int{"B": 31}},
		{Name: "bucket", Set: map[string]int{"B": 63}},
		{Name: "balancer", Set: map[string]int{"N": 6, "M": 6}},
		{Name: "raft", Set: map[string]int{"N": 5, "T": 3}},
		{Name: "keyvalue", Set: map[string]int{"N": 6}},
		{Name: "keyvalue", Set: map[string]int{"N": 8}},
		{Name: "mesi", Set: map[string]int{"N": 12}, HeldOut: true},
		{Name: "alternating", Set: map[string]int{"V": 63}, HeldOut: true},
		{Name: "auction", Set: map[string]int{"N": 6, "P": 15}, HeldOut: true},
		{Name: "chandy-misra", Set: map[string]int{"N": 10}, HeldOut: true},
		{Name: "cryptographers", Set: map[string]int{"N": 12}, HeldOut: true},
		{Name: "counters", Set: map[string]int{"N": 5, "V": 7}, HeldOut: true},
		{Name: "filter", Set: map[string]int{"N": 6}},
		{Name: "filter", Set: map[string]int{"N": 8}},
		{Name: "stabilising", Set: map[string]int{"N": 6, "K": 6}},
		{Name: "stabilising", Set: map[string]int{"N": 8, "K": 8}},
		{Name: "hanoi", Set: map[string]int{"N": 6}},
		{Name: "hanoi", Set: map[string]int{"N": 8}},
		{Name: "termination", Set: map[string]int{"N": 6}},
		{Name: "termination", Set: map[string]int{"N": 10}},
		{Name: "trains", Set: map[string]int{"N": 8}},
		{Name: "trains", Set: map[string]int{"N": 12}},
		{Name: "adding", Set: map[string]int{"N": 2, "V": 63}},
		{Name: "adding", Set: map[string]int{"N": 3, "V": 31}},
		{Name: "snapshot", Set: map[string]int{"N": 8}},
		{Name: "snapshot", Set: map[string]int{"N": 12}},
		{Name: "szymanski", Set: map[string]int{"N": 6}, HeldOut: true},
		{Name: "szymanski", Set: map[string]int{"N": 10}, HeldOut: true},
		{Name: "leader", Set: map[string]int{"N": 6}, HeldOut: true},
		{Name: "leader", Set: map[string]int{"N": 9}, HeldOut: true},
		{Name: "retransmission", Set: map[string]int{"N": 16, "M": 4}, HeldOut: true},
		{Name: "retransmission", Set: map[string]int{"N": 64, "M": 6}, HeldOut: true},
		{Name: "elevator", Set: map[string]int{"N": 8}, HeldOut: true},
		{Name: "elevator", Set: map[string]int{"N": 16}, HeldOut: true},
		{Name: "echo", Set: map[string]int{"N": 7, "T": 2, "F": 2}, HeldOut: true},
		{Name: "echo", Set: map[string]int{"N": 10, "T": 3, "F": 3}, HeldOut: true},
		{Name: "jugs", Set: map[string]int{"N": 4}, HeldOut: true},
		{Name: "jugs", Set: map[string]int{"N": 6}, HeldOut: true},
		{Name: "sorting", Set: map[string]int{"N": 6, "V": 6}, HeldOut: true},
		{Name: "sorting", Set: map[string]int{"N": 8, "V": 8}, HeldOut: true},
	}
}
