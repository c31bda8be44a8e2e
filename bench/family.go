package bench

import "math/big"

// A Family is a model that scales by one number, its size.
type Family struct {
	// Name is the family's, and that of its file without the ending.
	Name string
	// Constants are the constants of the model that take the size.
	Constants []string
	// Counts says what the size counts.
	Counts string
	// Sizes are three sizes one after the other for tables, the last with more
	// than a million states.
	Sizes [3]int
	// Small are sizes for tests, with at most a few thousand states.
	Small []int
	// Step is how far apart the sizes are that a search for the largest one tries, beginning with
	// Sizes[0].
	Step int
	// States is the number of reachable states as far as it is known without
	// computing it; nil otherwise.
	States func(size int) *big.Int
}

// File is the family's model, by the name that [Source] has for it.
func (f *Family) File() string { return f.Name + ".rcp" }

// AboutStates is the file with the family's properties about states: of
// knowledge, branching time and ability. Four of them have the same names in
// each family: knows, common, recovers and ability.
func (f *Family) AboutStates() string { return "states/" + f.Name + ".ltol" }

// Set are the values of constants for a size.
func (f *Family) Set(size int) map[string]int {
	set := make(map[string]int, len(f.Constants))
	for _, name := range f.Constants {
		set[name] = size
	}
	return set
}

// Families are all families, in the order of tables.
func Families() []*Family {
	return []*Family{
		{
			Name: "allocation", Constants: []string{"N", "M"}, Counts: "clients, and as many machines",
			Sizes: [3]int{6, 8, 10}, Small: []int{2, 3, 4}, Step: 1,
		},
		{
			Name: "allocation-release", Constants: []string{"N", "M"}, Counts: "clients, and as many machines",
			Sizes: [3]int{4, 6, 8}, Small: []int{2, 3, 4}, Step: 1,
		},
		{
			Name: "manufacturing", Constants: []string{"R", "NEED"}, Counts: "robots of each of two types, all of them needed",
			Sizes: [3]int{4, 6, 8}, Small: []int{1, 2, 3}, Step: 2,
		},
		{
			Name: "stable", Constants: []string{"N"}, Counts: "pairs of a client and a server",
			Sizes: [3]int{4, 5, 6}, Small: []int{2, 3}, Step: 1,
		},
		{
			Name: "ring", Constants: []string{"N"}, Counts: "nodes",
			Sizes: [3]int{8, 16, 32}, Small: []int{2, 4, 6}, Step: 8,
			States: func(n int) *big.Int { return product(4, n, power(2, n)) },
		},
		{
			Name: "commit", Constants: []string{"N"}, Counts: "participants",
			Sizes: [3]int{8, 12, 16}, Small: []int{2, 4, 6}, Step: 4,
			States: func(n int) *big.Int {
				sum := new(big.Int).Add(power(3, n+1), product(1, n, power(3, n-1)))
				return sum.Sub(sum, big.NewInt(2))
			},
		},
		{
			Name: "store", Constants: []string{"N"}, Counts: "clients",
			Sizes: [3]int{2, 3, 4}, Small: []int{1, 2}, Step: 1,
		},
		{
			Name: "election", Constants: []string{"N"}, Counts: "nodes",
			Sizes: [3]int{8, 12, 16}, Small: []int{2, 4, 6}, Step: 4,
			States: func(n int) *big.Int {
				return product(1, n, new(big.Int).Add(power(2, n), big.NewInt(1)))
			},
		},
		{
			Name: "gossip", Constants: []string{"N"}, Counts: "people",
			Sizes: [3]int{8, 16, 32}, Small: []int{2, 3, 4}, Step: 8,
			States: func(n int) *big.Int { return new(big.Int).Sub(power(6, n), power(4, n)) },
		},
		{
			Name: "pipeline", Constants: []string{"V"}, Counts: "the largest value, with three stages",
			Sizes: [3]int{63, 255, 1023}, Small: []int{1, 2, 3}, Step: 256,
			States: func(v int) *big.Int {
				stages := power(v+2, 4)
				return stages.Rsh(stages.Mul(stages, power(v+1, 2)), 1)
			},
		},
		{
			Name: "philosophers", Constants: []string{"N"}, Counts: "philosophers, and as many forks",
			Sizes: [3]int{8, 16, 24}, Small: []int{2, 3, 4}, Step: 4,
		},
		{
			Name: "mobiles", Constants: []string{"N"}, Counts: "mobiles, with three cells",
			Sizes: [3]int{4, 8, 12}, Small: []int{2, 3, 4}, Step: 2,
		},
		{
			Name: "bakery", Constants: []string{"N", "T"}, Counts: "customers, and as many tickets",
			Sizes: [3]int{6, 7, 8}, Small: []int{2, 3, 4}, Step: 1,
			States: func(n int) *big.Int {
				queues, all := int64(1), int64(0) // how many queues are i long, and how many of up to that length
				for i := range n {
					queues *= int64(n - i)
					all += queues
				}
				return big.NewInt(int64(n) * (1 + 2*all))
			},
		},
		{
			Name: "keys", Constants: []string{"N"}, Counts: "keys, with two clients",
			Sizes: [3]int{4, 6, 8}, Small: []int{2, 3, 4}, Step: 1,
		},
	}
}

func power(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

func product(a, b int, c *big.Int) *big.Int { return new(big.Int).Mul(big.NewInt(int64(a*b)), c) }
