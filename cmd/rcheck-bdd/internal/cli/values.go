package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration declares a flag that is a length of time: Go's notation (1m30s) or a number of seconds.
// It must be positive; the variable keeps 0 if the flag is not given.
func (f *Flags) Duration(d *time.Duration, name, usage string) {
	f.Func(name, usage, func(s string) (err error) {
		*d, err = ParseDuration(s)
		return err
	})
}

// ParseDuration reads a length of time as the flags of [Flags.Duration] do.
func ParseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		seconds, ferr := strconv.ParseFloat(s, 64)
		if ferr != nil || math.IsNaN(seconds) || seconds > float64(math.MaxInt64)/float64(time.Second) {
			return 0, errors.New("not a time; write 30s, 1m30s or a number of seconds")
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d <= 0 {
		return 0, errors.New("it must be more than 0")
	}
	return d, nil
}

// Count declares a flag that is a positive number, perhaps with one of the decimal units k, M and
// G.
func (f *Flags) Count(n *int, name, usage string) {
	f.Func(name, usage, func(s string) error {
		v, err := parseUnits(s, countUnits, "not a positive number; write 500000, 500k or 2M")
		*n = int(v)
		return err
	})
}

// Size declares a flag that is a positive number of bytes, with a binary (KiB, MiB, GiB, TiB) or
// decimal (kB, MB, GB, TB) unit; the plain letters K, M, G and T are binary. A number without a unit
// must be at least 1 MiB: a smaller one has lost its unit.
func (f *Flags) Size(n *int64, name, usage string) {
	f.Func(name, usage, func(s string) (err error) {
		*n, err = parseUnits(s, sizeUnits, "not a size; write 500MB or 2GiB")
		if err == nil && *n < 1<<20 && strings.Trim(s, "0123456789._") == "" {
			err = fmt.Errorf("%s without a unit means bytes; write %[1]sMB", s)
		}
		return err
	})
}

var countUnits = map[string]int64{"": 1, "k": 1e3, "m": 1e6, "g": 1e9}

var sizeUnits = map[string]int64{
	"": 1, "b": 1,
	"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
}

// parseUnits reads a decimal number followed by a unit, in any case.
func parseUnits(s string, units map[string]int64, advice string) (int64, error) {
	digits := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '_' })
	if digits < 0 {
		digits = len(s)
	}
	number, err := strconv.ParseFloat(strings.ReplaceAll(s[:digits], "_", ""), 64)
	unit, known := units[strings.ToLower(strings.TrimSpace(s[digits:]))]
	if err != nil || !known {
		return 0, errors.New(advice)
	}
	v := number * float64(unit)
	if v < 1 {
		return 0, errors.New("it must be at least 1")
	}
	if v >= math.MaxInt64 {
		return 0, errors.New("it is too large")
	}
	return int64(v), nil
}

// Interval is an inclusive range of integers, written LO..HI.
type Interval struct {
	Lo, Hi int
	Given  bool
}

// Interval declares a flag that is a range of integers.
func (f *Flags) Interval(r *Interval, name, usage string) {
	f.Func(name, usage, func(s string) (err error) {
		*r, err = ParseInterval(s)
		return err
	})
}

// ParseInterval reads LO..HI.
func ParseInterval(s string) (Interval, error) {
	lo, hi, ok := strings.Cut(s, "..")
	l, errLo := strconv.Atoi(strings.TrimSpace(lo))
	h, errHi := strconv.Atoi(strings.TrimSpace(hi))
	if !ok || errLo != nil || errHi != nil {
		return Interval{}, errors.New("not a range of integers; write LO..HI, such as -1..3")
	}
	if l > h {
		return Interval{}, fmt.Errorf("the range %d..%d is empty", l, h)
	}
	return Interval{l, h, true}, nil
}

// Assignments declares a flag NAME=VALUE that may be given several times; a later value of a name
// replaces an earlier one.
func (f *Flags) Assignments(values *map[string]string, name, usage string) {
	f.Func(name, usage, func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || key == "" || value == "" {
			return errors.New("not an assignment; write NAME=VALUE")
		}
		if *values == nil {
			*values = map[string]string{}
		}
		(*values)[key] = value
		return nil
	})
}
