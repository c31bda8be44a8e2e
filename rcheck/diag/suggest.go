package diag

import "slices"

// DidYouMean returns a suggestion such as "did you mean `cLink`?" if one of the candidates is close
// to the name that was found. Otherwise it returns "". Candidates can occur several times and in
// any order. The result does not depend on the order.
func DidYouMean(found string, candidates []string) string {
	if best := Closest(found, candidates); best != "" {
		return "did you mean `" + best + "`?"
	}
	return ""
}

// Closest returns the candidate with the smallest edit distance to the name found, or "" if none is
// close: at most one edit for every three characters, and always fewer than the name is long. Of
// equally close candidates the alphabetically first wins.
func Closest(found string, candidates []string) string {
	limit := min(max(1, len(found)/3), len(found)-1)
	best, bestDistance := "", limit+1
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if c == found {
			continue
		}
		if d := editDistance(found, c, bestDistance); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance returns the optimal string alignment distance (insertions, deletions, replacements,
// swaps of neighbours; letters that differ only in case count as equal but for a distance of at
// least one), or bound if it is not smaller than bound.
func editDistance(a, b string, bound int) int {
	if len(a)-len(b) >= bound || len(b)-len(a) >= bound {
		return bound
	}
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if lower(a[i-1]) == lower(b[j-1]) {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	d := previous[len(b)]
	if d == 0 && a != b {
		d = 1
	}
	return min(d, bound)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
