package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// file is one of an archive.
type file struct {
	path       string // with slashes
	content    []byte
	executable bool
}

// release is what is built, and from what.
type release struct {
	version string // with its v
	commit  string
	date    time.Time
	folder  string // where everything goes
	scratch string
	// quick is for trying: the program keeps the paths of its sources and may use C, so that what
	// other builds have compiled serves, and archives are larger than they need be.
	quick bool
}

// under is the files in a folder, in the order of their paths.
func (r *release) under(folder string, files []file) []file {
	out := slices.Clone(files)
	for i := range out {
		out[i].path = folder + out[i].path
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return out
}

const (
	name   = "rcheck-bdd"
	module = "github.com/rcheck-bdd/rcheck-bdd"
	home   = "https://" + module
	short  = "model checker for R-CHECK/ReCiPe and LTOL"
)

// completions are the files with completion, by the shells that they are for.
var completions = map[string]string{
	"bash": "completions/" + name + ".bash", "zsh": "completions/_" + name, "fish": "completions/" + name + ".fish",
	"powershell": "completions/" + name + ".ps1",
}

// target is one platform with its program.
type target struct {
	os, arch string
	program  string // its path
}

// common is what archives for all platforms hold: texts, and what the program of this platform
// writes of itself.
func (r *release) common(host target) ([]file, error) {
	var files []file
	add := func(as, path string) error {
		content, err := os.ReadFile(path)
		files = append(files, file{path: as, content: content})
		return err
	}
	paths := strings.Fields("README.md CHANGELOG.md LICENSE CITATION.cff")
	for _, pattern := range []string{"*.md", "pictures/*.*"} { // they stay where the README has its links
		found, err := filepath.Glob("cmd/" + name + "/doc/" + pattern)
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		if err := add(filepath.ToSlash(path), path); err != nil {
			return nil, err
		}
	}
	for shell, path := range completions {
		script, err := exec.Command(host.program, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("completion for %s: %w", shell, err)
		}
		files = append(files, file{path: path, content: script})
	}
	manual := filepath.Join(r.scratch, "man")
	if out, err := exec.Command(host.program, "man", manual).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("manual pages: %w: %s", err, out)
	}
	written, err := os.ReadDir(manual)
	if err != nil {
		return nil, err
	}
	for _, page := range written {
		if err := add("man/"+page.Name(), filepath.Join(manual, page.Name())); err != nil {
			return nil, err
		}
	}
	licences, err := licences(host.program)
	return append(files, file{path: "THIRD-PARTY-LICENSES", content: licences}), err
}

// modules are those that a program is made of, its own aside, and the release of Go that built it.
func modules(program string) (used []*debug.Module, goVersion string, err error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, "", err
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		used = append(used, m)
	}
	return used, info.GoVersion, nil
}

// assets are the folder of what is embedded of the page.
const assets = "cmd/" + name + "/internal/page/assets/"

// npmPackage is a package of the page, as the page's build writes it from the lock file.
type npmPackage struct {
	Name, Version, Licence, Integrity string
}

// pagePackages are the packages that the page is made of.
func pagePackages() (list []npmPackage, err error) {
	text, err := os.ReadFile(assets + "packages.json")
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	return list, err
}

// licences are the texts under which the parts of the program are given, which have to go with it.
func licences(program string) ([]byte, error) {
	used, _, err := modules(program)
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	add := func(what, folder string) error {
		found, err := filepath.Glob(filepath.Join(folder, "LICEN[SC]E*"))
		if err != nil || len(found) == 0 {
			return fmt.Errorf("%s has no licence in %s", what, folder)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, "==== %s: %s\n\n%s\n\n", what, filepath.Base(path), bytes.TrimSpace(text))
		}
		return nil
	}
	if err := add("The standard library of Go", root); err != nil {
		return nil, err
	}
	for _, m := range used {
		text, err := output("go", "mod", "download", "-json", m.Path+"@"+m.Version)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		var module struct{ Dir string }
		if err := json.Unmarshal([]byte(text), &module); err != nil {
			return nil, err
		}
		if err := add(m.Path+" "+m.Version, module.Dir); err != nil {
			return nil, err
		}
	}
	page, err := os.ReadFile(assets + "licences.txt")
	out.Write(page)
	return out.Bytes(), err
}

// output is what a program prints, without the end of the line.
func output(program string, args ...string) (string, error) {
	out, err := exec.Command(program, args...).Output()
	return strings.TrimSpace(string(out)), err
}
