package cli

import (
	"errors"
	"strconv"
	"time"
)

// OptionalCount is the value of a flag that may stand alone or have a number.
type OptionalCount struct {
	Given bool
	// Value is the number given, or what was here before.
	Value int
}

// String returns nothing: the help describes the flag.
func (o *OptionalCount) String() string { return "" }

// IsBoolFlag lets the flag stand alone.
func (o *OptionalCount) IsBoolFlag() bool { return true }

// Set reads a number from 1 on, or a truth value for the flag alone.
func (o *OptionalCount) Set(s string) error {
	if given, err := strconv.ParseBool(s); err == nil && s != "1" && s != "0" {
		o.Given = given
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("not a number from 1 on")
	}
	o.Given, o.Value = true, n
	return nil
}

// OptionalDuration is the value of a flag that may stand alone, have a time, or be off.
type OptionalDuration struct {
	Given, Off bool
	// Value is the time given, or what was here before.
	Value time.Duration
}

// String returns nothing: the help describes the flag.
func (o *OptionalDuration) String() string { return "" }

// IsBoolFlag lets the flag stand alone.
func (o *OptionalDuration) IsBoolFlag() bool { return true }

// Set reads a time, "off", or a truth value for the flag alone.
func (o *OptionalDuration) Set(s string) error {
	switch s {
	case "true":
		o.Given, o.Off = true, false
		return nil
	case "false", "off":
		o.Given, o.Off = false, true
		return nil
	}
	d, err := ParseDuration(s)
	if err != nil {
		return err
	}
	o.Given, o.Off, o.Value = true, false, d
	return nil
}
