package plot

import (
	"math"
	"strconv"
)

// strip is the width of the strip for what is beyond a limit, in pixels.
const strip = 16

// place is where a value lies on an axis of some length in pixels, from its
// beginning. Values outside of the axis are drawn at its ends.
func (a *Axis) place(v, length float64) float64 {
	if a.Beyond != "" {
		length -= strip
	}
	lo, hi := a.Min, a.Max
	if a.Log {
		v, lo, hi = math.Log10(max(v, a.Min)), math.Log10(lo), math.Log10(hi)
	}
	return min(max((v-lo)/(hi-lo), 0), 1) * length
}

// beyond is where values beyond the limit are drawn.
func (a *Axis) beyond(length float64) float64 { return length - strip/2 }

// A tick is a mark on an axis; without a label it is a small one.
type tick struct {
	value float64
	label string
}

// ticks are the marks of an axis: those that are given, or powers of ten with
// their multiples between, or round steps.
func (a *Axis) ticks() []tick {
	var out []tick
	switch {
	case a.Ticks != nil:
		for _, v := range a.Ticks {
			out = append(out, tick{v, number(v)})
		}
	case a.Log:
		first, last := int(math.Floor(math.Log10(a.Min)+1e-9)), int(math.Ceil(math.Log10(a.Max)-1e-9))
		for exponent := first; exponent <= last; exponent++ {
			for digit := 1; digit < 10; digit++ {
				v := float64(digit) * math.Pow10(exponent)
				if v < a.Min*(1-1e-9) || v > a.Max*(1+1e-9) {
					continue
				}
				t := tick{value: v}
				if digit == 1 {
					t.label = number(v)
				}
				out = append(out, t)
			}
		}
	default:
		step := roundStep((a.Max - a.Min) / 5)
		for i := math.Ceil(a.Min/step-1e-9) + 0; /* not -0 */ i*step <= a.Max*(1+1e-9); i++ {
			out = append(out, tick{i * step, number(i * step)})
		}
	}
	return out
}

// roundStep is 1, 2 or 5 times a power of ten, at least as large as a step.
func roundStep(step float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(step))))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= step*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

// number writes a value without digits that say nothing.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
