// Package cancel measures how long work goes on after its context has ended: in every phase, from
// parsing to the last warning, at random moments. Its test does some of it and asserts the bound;
//
//	go test ./bench/cancel -run TestCancellations -cancellations 500 -v
//
// does more and prints the table that stands in bench/LIMITS.md. Time is that of the processor, of
// all threads of the process, so that what else the machine does changes little.
package cancel
