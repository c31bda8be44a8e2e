package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func (f file) mode() int64 {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// tarball is a compressed archive of files, which belong to root, with the folders that they are
// in.
func (r *release) tarball(files []file) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	header := func(kind byte, path string, mode int64, size int) error {
		return w.WriteHeader(&tar.Header{
			Typeflag: kind, Name: path, Mode: mode, Size: int64(size), ModTime: r.date, Uname: "root", Gname: "root",
			Format: tar.FormatUSTAR,
		})
	}
	seen := map[string]bool{}
	for _, f := range files {
		for _, folder := range folders(f.path) {
			if !seen[folder] {
				seen[folder] = true
				if err := header(tar.TypeDir, folder, 0o755, 0); err != nil {
					return nil, err
				}
			}
		}
		if err := header(tar.TypeReg, f.path, f.mode(), len(f.content)); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	level := gzip.BestCompression
	if r.quick {
		level = gzip.BestSpeed
	}
	return gzipped(out.Bytes(), level)
}

// folders are those that a file is in, the outermost first.
func folders(file string) []string {
	var out []string
	for at := range len(file) {
		if folder := file[:at+1]; strings.HasSuffix(folder, "/") && folder != "./" {
			out = append(out, folder)
		}
	}
	return out
}

// zip is an archive for Windows.
func (r *release) zip(files []file) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: r.date}
		header.SetMode(os.FileMode(f.mode()))
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// gzipped is a compressed file without a name or time, as Debian asks for.
func gzipped(content []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, level)
	if err == nil {
		_, err = z.Write(content)
	}
	if err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// checksums writes those of all files of the release, as sha256sum does.
func (r *release) checksums() error {
	entries, err := os.ReadDir(r.folder)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, e := range entries {
		sum, err := r.checksum(e.Name())
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(r.path("SHA256SUMS"), []byte(lines.String()), 0o644)
}

func (r *release) checksum(file string) (string, error) {
	content, err := os.ReadFile(r.path(file))
	return fmt.Sprintf("%x", sha256.Sum256(content)), err
}

// path is a file of the release.
func (r *release) path(file string) string { return filepath.Join(r.folder, file) }
