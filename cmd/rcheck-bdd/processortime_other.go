//go:build !unix

package main

import "time"

// processorTime is the time that the processors have spent on this process; 0 where that is not
// known.
func processorTime() time.Duration { return 0 }
