// Package peak measures the memory that checks take under a limit on it. Its test makes a few runs
// and asserts the bound that the documentation of --max-mem promises, one and a half times the
// limit and 30 MB for the process as a whole;
//
//	go test ./bench/peak -run TestPeak -runs 30 -v
//
// makes more and prints the table that stands in bench/LIMITS.md.
package peak
