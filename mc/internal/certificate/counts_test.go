package certificate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// stands are the numbers of agents that a counter stands for, up to 5.
func stands(n uint8) []int {
	if n < 2 {
		return []int{int(n)}
	}
	return []int{2, 3, 4, 5}
}

// Counters change as numbers of agents do: when movers leave two local states, and when the agents
// of one react, each in one of some ways.
func TestCountsAgainstNumbers(t *testing.T) {
	counted := func(numbers ...int) (out counts) {
		for p, n := range numbers {
			out[p] = uint8(min(2, n))
		}
		return out
	}
	for x := range uint8(3) {
		for y := range uint8(3) {
			for _, from := range [][]int{nil, {0}, {1}, {0, 1}, {0, 0}} {
				var want series[counts]
				for _, n := range stands(x) {
					for _, m := range stands(y) {
						numbers := []int{n, m}
						for _, p := range from {
							numbers[p]--
						}
						if min(numbers[0], numbers[1]) >= 0 {
							want.add(counted(numbers...))
						}
					}
				}
				require.ElementsMatch(t, want.list, leave(counts{x, y}, from), "%d, %d without %v", x, y, from)
			}
		}
	}
	for _, ways := range [][]int{{}, {0}, {1}, {0, 1}, {0, 1, 2}} {
		for several, agents := range map[bool][]int{false: {1}, true: {2, 3, 4, 5, 6}} {
			var want series[half]
			var each func(left int, numbers [3]int, ways []int)
			each = func(left int, numbers [3]int, rest []int) {
				if len(rest) == 0 {
					if left == 0 {
						h := half{next: counted(numbers[:]...)}
						for _, p := range []int{1, 2} {
							if numbers[p] > 0 {
								h.left, h.entered = 1, h.entered|1<<p
							}
						}
						want.add(h)
					}
					return
				}
				for n := range left + 1 {
					more := numbers
					more[rest[0]] += n
					each(left-n, more, rest[1:])
				}
			}
			for _, n := range agents {
				each(n, [3]int{}, ways)
			}
			require.ElementsMatch(t, want.list, react([]half{{}}, 0, several, ways), "%v, several %v", ways, several)
		}
	}
}
