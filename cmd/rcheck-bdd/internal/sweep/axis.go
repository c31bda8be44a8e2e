package sweep

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// An Axis is a constant with the values it is to have.
type Axis struct {
	Name   string `json:"name"`
	Values []int  `json:"values"`
}

// maxJobs bounds the jobs of a plan: a mistyped bound must not fill a disk.
const maxJobs = 100_000

// ParseAxis reads NAME=VALUES, where values are separated by commas and LO..HI stands for all from
// LO to HI, LO..HI:STEP for every STEP-th of them. No value may be given twice.
func ParseAxis(text string) (Axis, error) {
	name, values, ok := strings.Cut(text, "=")
	a := Axis{Name: strings.TrimSpace(name)}
	if !ok || a.Name == "" {
		return a, fmt.Errorf("%q: say NAME=VALUES, such as N=2..8 or N=2,4,8", text)
	}
	seen := map[int]bool{}
	for item := range strings.SplitSeq(values, ",") {
		lo, hi, step, err := parseRange(strings.TrimSpace(item))
		if err != nil {
			return a, fmt.Errorf("%s=%s: %w", a.Name, values, err)
		}
		for v := lo; v <= hi; v += step {
			if seen[v] {
				return a, fmt.Errorf("%s=%s: %d is there twice", a.Name, values, v)
			}
			seen[v] = true
			if a.Values = append(a.Values, v); len(a.Values) > maxJobs {
				return a, fmt.Errorf("%s=%s: more than %d values", a.Name, values, maxJobs)
			}
		}
	}
	return a, nil
}

// maxValue keeps sums of values and steps within an int.
const maxValue = 1 << 40

func parseRange(item string) (lo, hi, step int, err error) {
	bounds, by, stepped := strings.Cut(item, ":")
	first, last, ranged := strings.Cut(bounds, "..")
	if !ranged {
		last = first
	}
	step = 1
	for _, n := range []struct {
		text string
		to   *int
	}{{first, &lo}, {last, &hi}, {by, &step}} {
		if n.to == &step && !stepped {
			continue
		}
		if *n.to, err = strconv.Atoi(strings.TrimSpace(n.text)); err != nil || max(*n.to, -*n.to) > maxValue {
			return 0, 0, 0, fmt.Errorf("%q is not an integer, nor a range LO..HI or LO..HI:STEP", item)
		}
	}
	switch {
	case hi < lo:
		return 0, 0, 0, fmt.Errorf("%q has no values: %d is above %d", item, lo, hi)
	case step < 1:
		return 0, 0, 0, fmt.Errorf("%q: the step must be positive", item)
	}
	return lo, hi, step, nil
}

// points are all combinations of values, the last axis changing fastest.
func points(axes []Axis) ([]map[string]int, error) {
	out := []map[string]int{{}}
	named := map[string]bool{}
	for _, a := range axes {
		if named[a.Name] {
			return nil, fmt.Errorf("%s is given twice", a.Name)
		}
		named[a.Name] = true
		if len(out)*len(a.Values) > maxJobs {
			return nil, fmt.Errorf("more than %d combinations of values", maxJobs)
		}
		var next []map[string]int
		for _, p := range out {
			for _, v := range a.Values {
				q := map[string]int{a.Name: v}
				maps.Copy(q, p)
				next = append(next, q)
			}
		}
		out = next
	}
	return out, nil
}
