// Command release builds what a release consists of, into an empty folder: archives for Linux,
// macOS and Windows on amd64 and arm64, Debian packages, a formula for Homebrew, a Dockerfile, a
// bill of materials for each program, and the checksums of all files.
//
//	go run ./cmd/release -version 1.2.3 FOLDER
//
// It is run in the root of a checkout. The same commit, version and release of Go give the same
// bytes, wherever and whenever it is run: programs know no paths, and every time is that of the
// commit (or of SOURCE_DATE_EPOCH, in seconds since 1970, see
// https://reproducible-builds.org/specs/source-date-epoch).
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// platforms are those that a release is for.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

// versions are the versions that a release can have, such as v1.2.3 and v1.2.3-rc1.
var versions = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func main() {
	version := flag.String("version", "", "`VERSION` of the release, such as 1.2.3 or v1.2.3")
	commit := flag.String("commit", "", "the commit it is built from (that of the checkout)")
	wanted := flag.String("platforms", platforms, "what to build for")
	flag.Parse()
	if err := run(&release{version: *version, commit: *commit}, *wanted, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(r *release, wanted string, args []string) error {
	r.version = "v" + r.plain()
	if len(args) != 1 || !versions.MatchString(r.version) {
		return fmt.Errorf("usage: go run ./cmd/release -version 1.2.3 FOLDER")
	}
	r.folder = args[0]
	if entries, err := os.ReadDir(r.folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: a release would be mixed with what is there", r.folder)
	}
	if err := os.MkdirAll(r.folder, 0o755); err != nil {
		return err
	}
	err := r.origin()
	if err != nil {
		return err
	}
	if r.scratch, err = os.MkdirTemp("", "release"); err != nil {
		return err
	}
	defer os.RemoveAll(r.scratch)
	return r.build(wanted)
}

// origin finds out the commit and its time.
func (r *release) origin() error {
	if r.commit == "" {
		out, err := output("git", "rev-parse", "HEAD")
		if err != nil {
			return fmt.Errorf("the commit is not known; give it with -commit: %w", err)
		}
		r.commit = out
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		out, err := output("git", "log", "-1", "--format=%ct", r.commit)
		if err != nil {
			return fmt.Errorf("the time of the commit is not known; give it as SOURCE_DATE_EPOCH: %w", err)
		}
		seconds = out
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	r.date = time.Unix(n, 0).UTC()
	return nil
}

// build makes everything for the platforms.
func (r *release) build(wanted string) error {
	host, err := r.compile(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return err
	}
	common, err := r.common(host)
	if err != nil {
		return err
	}
	var archives []string
	for platform := range strings.SplitSeq(wanted, ",") {
		system, arch, _ := strings.Cut(platform, "/")
		t := host
		if system != host.os || arch != host.arch {
			if t, err = r.compile(system, arch); err != nil {
				return err
			}
		}
		archive, err := r.pack(t, common)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		archives = append(archives, archive)
	}
	if err := r.formula(archives); err != nil {
		return err
	}
	if err := r.dockerfile(); err != nil {
		return err
	}
	return r.checksums()
}

// compile builds the program for a platform.
func (r *release) compile(system, arch string) (target, error) {
	t := target{system, arch, filepath.Join(r.scratch, system+"-"+arch, name)}
	if system == "windows" {
		t.program += ".exe"
	}
	flags := fmt.Sprintf("-s -w -buildid= -X main.linkedVersion=%s -X main.linkedCommit=%s", r.version, r.commit)
	c := exec.Command("go", "build", fmt.Sprintf("-trimpath=%t", !r.quick), "-buildvcs=false", "-ldflags", flags, "-o", t.program, "./cmd/"+name)
	// What the environment asks for in other builds would be in the program.
	c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "GOFLAGS=", "GOEXPERIMENT=",
		"GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off")
	if !r.quick {
		c.Env = append(c.Env, "CGO_ENABLED=0")
	}
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return t, fmt.Errorf("building for %s/%s: %w", system, arch, err)
	}
	return t, nil
}

// pack makes the archive of a platform, whose name it returns, its bill of materials, and, for
// Linux, a Debian package.
func (r *release) pack(t target, common []file) (archive string, err error) {
	program, err := os.ReadFile(t.program)
	if err != nil {
		return "", err
	}
	bill, err := r.bill(t, program)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(r.path(r.base(t)+".cdx.json"), bill, 0o644); err != nil {
		return "", err
	}
	files := append([]file{{filepath.Base(t.program), program, true}, {"bill-of-materials.cdx.json", bill, false}}, common...)
	ending, write := ".tar.gz", r.tarball
	if t.os == "windows" {
		ending, write = ".zip", r.zip
	}
	archive = r.base(t) + ending
	content, err := write(r.under(name+"-"+r.plain()+"/", files))
	if err != nil {
		return "", err
	}
	if t.os == "linux" {
		if err := r.debian(t, files); err != nil {
			return "", err
		}
	}
	return archive, os.WriteFile(r.path(archive), content, 0o644)
}
