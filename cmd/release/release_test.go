package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// entry is what an archive says of a file.
type entry struct {
	mode    int64
	content string
}

func untar(t *testing.T, content []byte) map[string]entry {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(content))
	require.NoError(t, err)
	files := map[string]entry{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		require.NoError(t, err)
		require.Equal(t, "root", h.Uname)
		require.Equal(t, int64(1_700_000_000), h.ModTime.Unix())
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		files[h.Name] = entry{h.Mode, string(text)}
	}
}

// members are the files of an ar archive.
func members(t *testing.T, text []byte) map[string][]byte {
	t.Helper()
	rest, ok := bytes.CutPrefix(text, []byte("!<arch>\n"))
	require.True(t, ok)
	out := map[string][]byte{}
	for len(rest) > 0 {
		var path string
		var date, owner, group, mode, size int
		_, err := fmt.Sscan(string(rest[:58]), &path, &date, &owner, &group, &mode, &size)
		require.NoError(t, err)
		require.Equal(t, "`\n", string(rest[58:60]))
		out[path] = rest[60 : 60+size]
		rest = rest[60+size+size%2:]
	}
	return out
}

// A release for this kind of machine holds what it says. That it is the same bytes when it is made
// again from other folders is for .ci/release to show, which builds it as users get it.
func TestRelease(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	t.Setenv("GOFLAGS", "-tags=rudd") // is not for releases
	here := runtime.GOOS + "/" + runtime.GOARCH
	r := &release{version: "1.2.3-rc1", commit: "0123456789abcdef", quick: true}
	require.NoError(t, run(r, here, []string{t.TempDir()}))
	entries, err := os.ReadDir(r.folder)
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, e := range entries {
		files[e.Name()], err = os.ReadFile(r.path(e.Name()))
		require.NoError(t, err)
	}
	require.ErrorContains(t, run(&release{version: "v1.2.3"}, here, []string{r.folder}), "is not empty")
	for _, version := range []string{"", "v", "1.2", "V1.2.3", "vv1.2.3", "next"} {
		require.ErrorContains(t, run(&release{version: version}, here, []string{t.TempDir()}), "usage", version)
	}

	base := "rcheck-bdd_1.2.3-rc1_" + runtime.GOOS + "_" + runtime.GOARCH
	archive := untar(t, files[base+".tar.gz"])
	const folder = "rcheck-bdd-1.2.3-rc1/"
	require.Equal(t, int64(0o755), archive[folder+"rcheck-bdd"].mode)
	for _, path := range []string{
		"LICENSE", "README.md", "CITATION.cff", "man/rcheck-bdd-check.1", "completions/_rcheck-bdd", "cmd/rcheck-bdd/doc/tutorial.md",
		"cmd/rcheck-bdd/doc/pictures/trace.svg",
	} {
		require.NotEmpty(t, archive[folder+path].content, path)
		require.Equal(t, int64(0o644), archive[folder+path].mode, path)
	}
	program := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(program, []byte(archive[folder+"rcheck-bdd"].content), 0o700))
	version, err := output(program, "version")
	require.NoError(t, err)
	require.Contains(t, version, "rcheck-bdd v1.2.3-rc1 (commit 0123456789abcdef, ")
	again, err := output(program, "--version")
	require.NoError(t, err)
	require.Equal(t, version, again)

	// What the program is made of is in its bill, and under the licences.
	var bill document
	require.NoError(t, json.Unmarshal(files[base+".cdx.json"], &bill))
	require.Equal(t, "2023-11-14T22:13:20Z", bill.Metadata.Timestamp)
	used, _, err := modules(program)
	require.NoError(t, err)
	require.Greater(t, len(used), 5)
	page, err := pagePackages()
	require.NoError(t, err)
	require.Len(t, bill.Components, 1+len(used)+len(page))
	require.Len(t, bill.Dependencies[0].On, len(bill.Components))
	for i, m := range used {
		require.Equal(t, "pkg:golang/"+m.Path+"@"+m.Version, bill.Components[i+1].PURL)
		require.Contains(t, archive[folder+"THIRD-PARTY-LICENSES"].content, "==== "+m.Path+" ")
	}

	for i, p := range page {
		c := bill.Components[1+len(used)+i]
		require.Equal(t, "pkg:npm/"+strings.Replace(p.Name, "@", "%40", 1)+"@"+p.Version, c.PURL)
		require.Len(t, c.Hashes[0].Content, 128)
		require.Contains(t, archive[folder+"THIRD-PARTY-LICENSES"].content, "==== "+p.Name+" "+p.Version+": ")
	}

	// The sums are those of all other files.
	sums := strings.Split(strings.TrimSpace(string(files["SHA256SUMS"])), "\n")
	require.Len(t, sums, len(files)-1)
	for _, line := range sums {
		sum, file, _ := strings.Cut(line, "  ")
		own, err := r.checksum(file)
		require.NoError(t, err)
		require.Equal(t, own, sum, file)
	}
	sum, err := r.checksum(base + ".tar.gz")
	require.NoError(t, err)
	require.Contains(t, string(files["rcheck-bdd.rb"]), sum)
	require.Contains(t, string(files["Dockerfile"]), "ENTRYPOINT [\"/rcheck-bdd-1.2.3-rc1/rcheck-bdd\"]")
	if runtime.GOOS == "linux" {
		parts := members(t, files["rcheck-bdd_1.2.3-rc1_"+runtime.GOARCH+".deb"])
		require.Equal(t, "2.0\n", string(parts["debian-binary"]))
		require.Contains(t, untar(t, parts["control.tar.gz"])["./control"].content, "Version: 1.2.3~rc1\n")
		data := untar(t, parts["data.tar.gz"])
		require.Equal(t, archive[folder+"rcheck-bdd"], data["./usr/bin/rcheck-bdd"])
		require.Contains(t, data, "./usr/share/man/man1/rcheck-bdd.1.gz")
		require.Contains(t, data, "./usr/share/doc/rcheck-bdd/changelog.gz")
		require.Contains(t, data, "./usr/share/doc/rcheck-bdd/CHANGELOG.md")
	}
}

// All packages of the page's lock file are listed with their licences, but those that only
// development needs.
func TestPagePackages(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("cmd/rcheck-bdd/internal/page/web/package-lock.json")
	require.NoError(t, err)
	var lock struct {
		Packages map[string]struct {
			Version, Integrity, License string
			Dev                         bool
		}
	}
	require.NoError(t, json.Unmarshal(text, &lock))
	list, err := pagePackages()
	require.NoError(t, err)
	listed := map[string]npmPackage{}
	for _, p := range list {
		listed[p.Name] = p
		_, err := p.component()
		require.NoError(t, err)
	}
	licences, err := os.ReadFile(assets + "licences.txt")
	require.NoError(t, err)
	needed := 0
	for path, p := range lock.Packages {
		if path == "" || p.Dev {
			continue
		}
		needed++
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		require.Equal(t, npmPackage{name, p.Version, p.License, p.Integrity}, listed[name], "run node build.mjs in web/")
		_, text, found := strings.Cut(string(licences), "==== "+name+" "+p.Version+": "+p.License+"\n\n")
		require.True(t, found, name)
		text, _, _ = strings.Cut(text, "\n==== ")
		require.Contains(t, text, "Permission is hereby granted", name)
	}
	require.Greater(t, needed, 10)
	require.Len(t, list, needed)
	_, err = (&npmPackage{Name: "x", Integrity: "sha1-AA=="}).component()
	require.ErrorContains(t, err, "no SHA-512")
}

// Archives for Windows keep paths, texts and times.
func TestZip(t *testing.T) {
	r := &release{version: "v1.0.0"}
	text, err := r.zip(r.under("folder/", []file{{"b", []byte("two"), false}, {"a.exe", []byte("one"), true}}))
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	require.NoError(t, err)
	require.Len(t, z.File, 2)
	require.Equal(t, "folder/a.exe", z.File[0].Name)
	require.Equal(t, os.FileMode(0o755), z.File[0].Mode())
}
