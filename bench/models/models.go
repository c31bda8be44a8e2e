// Package models holds the text of the model families and of the other models below its folder. It
// is data only, so that measurements and the page in the browser may read it.
package models

import "embed"

//go:embed *.rcp ispl paper published sizes states teaching
var files embed.FS

// Source is the text of a model file, by its path below this folder, such as "paper/agents.rcp".
// The error of an unknown file wraps [io/fs.ErrNotExist].
func Source(name string) ([]byte, error) { return files.ReadFile(name) }
