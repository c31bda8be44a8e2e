package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrite(t *testing.T) {
	text, err := write([]string{"muddy", "3"})
	assert.NoError(t, err)
	assert.Contains(t, text, "Agent Child3")
	for _, args := range [][]string{nil, {"muddy"}, {"muddy", "1"}, {"muddy", "x"}, {"muddy", "2000"}, {"horses", "3"}} {
		_, err := write(args)
		assert.Error(t, err, "%v", args)
	}
}
