//go:build !unix

package output

import "os"

// links is the number of names that a file has; here every file counts as having one.
func links(os.FileInfo) uint64 { return 1 }

// giveOwner gives a file the owner of another; here a new file has the one it should have.
func giveOwner(*os.File, os.FileInfo) error { return nil }
