package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

const module = "github.com/rcheck-bdd/rcheck-bdd"

// A Package is what `go list` tells of a package of the module.
type Package struct {
	Dir, ImportPath, Name, Export string
	// GoFiles are the files of this build; IgnoredGoFiles are for other platforms or tags. Neither
	// holds tests.
	GoFiles, IgnoredGoFiles, Imports []string
}

// Path is the path of the package's folder from the root of the module, "." for the root itself.
func (p *Package) Path() string {
	if p.ImportPath == module {
		return "."
	}
	return strings.TrimPrefix(p.ImportPath, module+"/")
}

// Files are the names of all source files but tests, whatever the platform, with their folder.
func (p *Package) Files() []string {
	var out []string
	for _, name := range append(p.GoFiles[:len(p.GoFiles):len(p.GoFiles)], p.IgnoredGoFiles...) {
		if !strings.HasSuffix(name, "_test.go") {
			out = append(out, filepath.Join(p.Dir, name))
		}
	}
	return out
}

// list asks `go list` for packages. With exports, it asks for their dependencies as well and for
// the compiled types of all of them, which takes as long as a build.
func list(exports bool, patterns ...string) ([]*Package, error) {
	args := []string{"list", "-json=Dir,ImportPath,Name,Export,GoFiles,IgnoredGoFiles,Imports"}
	if exports {
		args = append(args, "-export", "-deps")
	}
	out, err := exec.Command("go", append(args, patterns...)...).Output()
	if err != nil {
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			return nil, fmt.Errorf("go list fails: %w: %s", err, failed.Stderr)
		}
		return nil, fmt.Errorf("go list cannot be run: %w; put the go command on the path", err)
	}
	var packages []*Package
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(Package)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("what go list prints cannot be read: %w", err)
		}
		packages = append(packages, p)
	}
}

// isProduct tells the packages of the product from measurements and from support for tests. The
// latter are the packages whose name, or that of a folder above them, ends in "test", and
// bdd/workload.
func isProduct(folder string) bool {
	for ; folder != "."; folder = path.Dir(folder) {
		if folder == "bench" || folder == "bdd/workload" || strings.HasSuffix(folder, "test") {
			return false
		}
	}
	return true
}
