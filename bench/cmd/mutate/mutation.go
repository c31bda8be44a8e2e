package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Mutation is a mistake in the source and the test that must find it.
type Mutation struct {
	Name string // what is wrong then
	File string // from the root of the module
	// Old occurs exactly once in the file, and New stands in its place.
	Old, New string
	// Package holds Test, the name of a test or, after a slash, of a subtest.
	Package, Test string
}

// apply gives the mutated text of the file.
func (m Mutation) apply(root string) ([]byte, error) {
	src, err := os.ReadFile(filepath.Join(root, m.File))
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(src, []byte(m.Old)); n != 1 {
		return nil, fmt.Errorf("it no longer applies: its text occurs %d times in %s", n, m.File)
	}
	return bytes.Replace(src, []byte(m.Old), []byte(m.New), 1), nil
}

// try runs the test of a mutation and returns nil if it fails as it should.
func (m Mutation) try(ctx context.Context, root string, timeout time.Duration) error {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	flags, err := m.overlay(root, dir)
	if err != nil {
		return err
	}
	return judge(m.test(ctx, root, timeout, flags...))
}

// overlay writes the mutated file to a folder, and gives the flags that put it in place.
func (m Mutation) overlay(root, dir string) ([]string, error) {
	mutated, err := m.apply(root)
	if err != nil {
		return nil, err
	}
	overlay, copied := filepath.Join(dir, "overlay.json"), filepath.Join(dir, filepath.Base(m.File))
	err = errors.Join(os.WriteFile(copied, mutated, 0o644),
		writeOverlay(overlay, map[string]string{filepath.Join(root, m.File): copied}))
	return []string{"-overlay", overlay, "-count=1"}, err
}

// writeOverlay writes which files stand in the place of which.
func writeOverlay(file string, replace map[string]string) error {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	return errors.Join(err, os.WriteFile(file, text, 0o644))
}

// test runs the test of a mutation.
func (m Mutation) test(ctx context.Context, root string, timeout time.Duration, flags ...string) (string, error) {
	args := append([]string{"test", "-vet=off", "-failfast", "-timeout", timeout.String(), "-run", m.runPattern()}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, m.Package)...)
	cmd.Dir = root
	// What tests keep for later must not come from mistakes made on purpose.
	cmd.Env = append(os.Environ(), "RCHECK_KEEP=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// sound checks that a mutation's test passes as the source is.
func (m Mutation) sound(ctx context.Context, root string, timeout time.Duration) error {
	return m.passed(m.test(ctx, root, timeout))
}

// passed tells from the outcome of a test run without a mutation whether the test passed.
func (m Mutation) passed(out string, err error) error {
	if err != nil {
		return fmt.Errorf("%s in %s fails without any mutation:\n%s", m.Test, m.Package, out)
	}
	return nil
}

// runPattern selects exactly the test of a mutation.
func (m Mutation) runPattern() string {
	parts := strings.Split(m.Test, "/")
	for i, p := range parts {
		parts[i] = "^" + p + "$"
	}
	return strings.Join(parts, "/")
}

// judge tells from the outcome of a test run whether the mutation was found: nil if so.
func judge(out string, err error) error {
	switch {
	case strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]"):
		return fmt.Errorf("it does not compile:\n%s", out)
	case strings.Contains(out, "no tests to run"):
		return errors.New("there is no such test")
	case err == nil:
		return errors.New("the test passes")
	case !strings.Contains(out, "FAIL"):
		return fmt.Errorf("the test could not be run: %w\n%s", err, out)
	}
	return nil
}

// moduleRoot is the directory of the module that the working directory is in.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	file := strings.TrimSpace(string(out))
	if file == "" || file == os.DevNull {
		return "", errors.New("mutate runs inside the module")
	}
	return filepath.Dir(file), nil
}
