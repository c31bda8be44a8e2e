package main

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// together are mutations that are compiled at once into the binaries of all tests that find them.
type together struct {
	root, dir, overlay string
	// numbers choose the mutations.
	numbers map[Mutation]int
	// binaries compile the tests of packages, each when it is first asked for.
	binaries map[string]func() (string, error)
	// outside and broken count the mutations that no copy of a function can hold, and those whose
	// copy does not compile.
	outside, broken int
}

// compileTogether compiles the packages of the mutations, with files in a folder of its own.
// A mutation whose copy does not compile is left out.
func compileTogether(ctx context.Context, root, dir string, list []placed) (*together, error) {
	t := &together{
		root: root, dir: dir, overlay: filepath.Join(dir, "overlay.json"),
		numbers: map[Mutation]int{}, binaries: map[string]func() (string, error){},
	}
	packages := map[string]bool{}
	for i, m := range list {
		if _, err := m.apply(root); err != nil || strings.HasSuffix(m.File, "_test.go") {
			t.outside++ // what does not apply is reported when the mutation is tried alone
			continue
		}
		t.numbers[m.Mutation] = i + 1
		packages["./"+filepath.ToSlash(filepath.Dir(m.File))] = true
		packages[m.Package] = true
		if t.binaries[m.Package] == nil {
			t.binaries[m.Package] = sync.OnceValues(func() (string, error) { return t.compile(ctx, m.Package) })
		}
	}
	// With -export, the go command compiles what it lists, and links nothing.
	args := []string{"list", "-export", "-test", "-f", " ", "-overlay", t.overlay}
	args = append(args, slices.Sorted(maps.Keys(packages))...)
	for {
		if err := t.write(); err != nil || len(t.numbers) == 0 {
			return t, err
		}
		out, err := t.command(ctx, args...)
		if err == nil {
			return t, nil
		}
		left := len(t.numbers)
		for _, found := range inCopy.FindAllStringSubmatch(out, -1) {
			number, _ := strconv.Atoi(found[1])
			maps.DeleteFunc(t.numbers, func(_ Mutation, n int) bool { return n == number })
		}
		if len(t.numbers) == left {
			return nil, fmt.Errorf("the packages with all mutations do not compile: %w\n%s\n"+
				"With a large -together, all mutations are compiled alone", err, out)
		}
		t.broken += left - len(t.numbers)
	}
}

// inCopy is how the compiler names a place in the copy of a function.
var inCopy = regexp.MustCompile(`\bmutant(\d+)\.go:\d+`)

// write writes the files with the mutations, and the overlay that puts them in place.
func (t *together) write() error {
	files := map[string][]numbered{}
	for m, number := range t.numbers {
		files[m.File] = append(files[m.File], numbered{m, number})
	}
	replace := map[string]string{}
	place := func(file string, text []byte) error {
		if replace[filepath.Join(t.root, file)] != "" {
			return nil // the package has its choice already
		}
		copied := filepath.Join(t.dir, strconv.Itoa(len(replace))+".go")
		replace[filepath.Join(t.root, file)] = copied
		return os.WriteFile(copied, text, 0o644)
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		list := files[file]
		slices.SortFunc(list, func(a, b numbered) int { return a.number - b.number })
		src, err := os.ReadFile(filepath.Join(t.root, file))
		if err != nil {
			return err
		}
		text, alone, err := schema(src, list)
		if err != nil {
			return err
		}
		t.outside += len(alone)
		maps.DeleteFunc(t.numbers, func(_ Mutation, n int) bool { return slices.Contains(alone, n) })
		if len(alone) == len(list) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.PackageClauseOnly)
		if err != nil {
			return err
		}
		choice := choiceFile(parsed.Name.Name)
		if err := errors.Join(place(file, text), place(choiceFileName(file), choice)); err != nil {
			return err
		}
	}
	return writeOverlay(t.overlay, replace)
}

// compile compiles the tests of a package.
func (t *together) compile(ctx context.Context, pkg string) (string, error) {
	binary := filepath.Join(t.dir, strings.NewReplacer("./", "", "/", "-").Replace(pkg)+".test")
	out, err := t.command(ctx, "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", t.overlay,
		"-o", binary, pkg)
	if err != nil {
		return "", fmt.Errorf("the tests of %s with all mutations do not compile: %w\n%s", pkg, err, out)
	}
	return binary, nil
}

// command runs the go command in the module.
func (t *together) command(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = t.root
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// test runs the test of a mutation while the mutation with the number acts; none does if it is 0.
func (t *together) test(ctx context.Context, m Mutation, number int, timeout time.Duration) (string, error) {
	binary, err := t.binaries[m.Package]()
	if err != nil {
		return "", err
	}
	// The binary ends itself when the time is over, unless it cannot.
	limited, stop := context.WithTimeout(ctx, timeout+time.Minute)
	defer stop()
	cmd := exec.CommandContext(limited, binary, "-test.paniconexit0", "-test.failfast",
		"-test.timeout", timeout.String(), "-test.run", m.runPattern())
	cmd.Dir = filepath.Join(t.root, m.Package)
	cmd.Env = append(os.Environ(), "RCHECK_KEEP=off", chosenEnvironment+"="+strconv.Itoa(number))
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && ctx.Err() == nil {
		out = append(out, "\nFAIL\n"...) // as the go command does, whatever ended the binary
	}
	return string(out), err
}
