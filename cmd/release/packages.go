package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// maintainer is who a package is from. Debian asks for an address; questions go to the home page.
const maintainer = "The authors of " + name + " <" + name + "@users.noreply.github.com>"

// debianVersion is the version as Debian sorts it: 1.0.0~rc1 comes before 1.0.0.
func (r *release) debianVersion() string { return strings.ReplaceAll(r.plain(), "-", "~") }

// debian makes a package of the files of an archive, in the places that Debian's policy gives them:
// an ar archive of the format's version, what is said of the package, and the files.
func (r *release) debian(t target, files []file) error {
	placed, err := r.placed(files)
	if err != nil {
		return err
	}
	size := 0
	var sums strings.Builder
	for _, f := range placed {
		size += len(f.content)
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.content), strings.TrimPrefix(f.path, "./"))
	}
	control := fmt.Sprintf(`Package: %s
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Section: math
Priority: optional
Homepage: %s
Description: %s
 It decides properties in LTOL, a temporal logic that observes messages, of
 systems of agents that reconfigure the channels they communicate on, and
 explains by a run what is violated. Models are files of the language R-CHECK,
 or of ISPL. No other program is needed.
`, name, r.debianVersion(), t.arch, maintainer, (size+1023)/1024, home, short)
	about, err := r.tarball([]file{{path: "./control", content: []byte(control)}, {path: "./md5sums", content: []byte(sums.String())}})
	if err != nil {
		return err
	}
	data, err := r.tarball(placed)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	for _, part := range []file{{path: "debian-binary", content: []byte("2.0\n")}, {path: "control.tar.gz", content: about}, {path: "data.tar.gz", content: data}} {
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", part.path, r.date.Unix(), 0, 0, "100644", len(part.content))
		out.Write(part.content)
		if len(part.content)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return os.WriteFile(r.path(fmt.Sprintf("%s_%s_%s.deb", name, r.plain(), t.arch)), out.Bytes(), 0o644)
}

// placed is the files of an archive where a Debian system has them.
func (r *release) placed(files []file) (out []file, err error) {
	const doc = "./usr/share/doc/" + name + "/"
	places := map[string]string{
		name: "./usr/bin/" + name, "LICENSE": doc + "copyright", "changelog": doc + "changelog.gz",
		"overrides":         "./usr/share/lintian/overrides/" + name,
		completions["bash"]: "./usr/share/bash-completion/completions/" + name,
		completions["zsh"]:  "./usr/share/zsh/vendor-completions/_" + name,
		completions["fish"]: "./usr/share/fish/vendor_completions.d/" + name + ".fish",
	}
	// Packages have changes in a form of their own; and that a program needs no other is what lintian
	// asks about.
	changes := fmt.Sprintf("%s (%s) unstable; urgency=medium\n\n  * CHANGELOG.md lists the changes.\n\n -- %s  %s\n",
		name, r.debianVersion(), maintainer, r.date.Format(time.RFC1123Z))
	overrides := fmt.Sprintf("# Programs of Go are linked statically: they run on every Linux.\n%s: statically-linked-binary [usr/bin/%s]\n", name, name)
	files = append(slices.Clone(files), file{path: "changelog", content: []byte(changes)}, file{path: "overrides", content: []byte(overrides)})
	for _, f := range files {
		place, known := places[f.path]
		switch page, manual := strings.CutPrefix(f.path, "man/"); {
		case manual:
			f.path = "./usr/share/man/man1/" + page + ".gz"
		case known:
			f.path = place
		default:
			f.path = doc + f.path
		}
		if strings.HasSuffix(f.path, ".gz") {
			if f.content, err = gzipped(f.content, gzip.BestCompression); err != nil {
				return nil, err
			}
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

// formula writes how Homebrew installs the archives.
func (r *release) formula(archives []string) error {
	var out strings.Builder
	fmt.Fprintf(&out, `# brew tap-new --no-git %[1]s/local
# cp %[1]s.rb "$(brew --repository %[1]s/local)/Formula/"
# brew install %[1]s/local/%[1]s
class RcheckBdd < Formula
  desc "%[2]s"
  homepage "%[3]s"
  version "%[4]s"
  license "MIT"
`, name, strings.ToUpper(short[:1])+short[1:], home, r.plain())
	for _, system := range []struct{ of, block string }{{"darwin", "on_macos"}, {"linux", "on_linux"}} {
		var blocks strings.Builder
		for _, arch := range []struct{ of, block string }{{"amd64", "on_intel"}, {"arm64", "on_arm"}} {
			archive := r.base(target{os: system.of, arch: arch.of}) + ".tar.gz"
			if !slices.Contains(archives, archive) {
				continue
			}
			sum, err := r.checksum(archive)
			if err != nil {
				return err
			}
			fmt.Fprintf(&blocks, "    %s do\n      url \"%s/releases/download/%s/%s\"\n      sha256 \"%s\"\n    end\n",
				arch.block, home, r.version, archive, sum)
		}
		if blocks.Len() > 0 {
			fmt.Fprintf(&out, "\n  %s do\n%s  end\n", system.block, blocks.String())
		}
	}
	fmt.Fprintf(&out, `
  def install
    bin.install "%[1]s"
    man1.install Dir["man/*.1"]
    bash_completion.install "%[2]s" => "%[1]s"
    zsh_completion.install "%[3]s"
    fish_completion.install "%[4]s"
    doc.install "README.md", "CHANGELOG.md", "CITATION.cff", "THIRD-PARTY-LICENSES"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/%[1]s version")
    (testpath/"bell.rcp").write <<~EOS
      agent Bell
          local: rung : bool
          init: !rung
          repeat: {true} *! (true)()[rung := true]

      system = Bell(bell, true)

      SPEC F bell-rung;
    EOS
    assert_match "holds", shell_output("#{bin}/%[1]s check bell.rcp")
  end
end
`, name, completions["bash"], completions["zsh"], completions["fish"])
	return os.WriteFile(r.path(name+".rb"), []byte(out.String()), 0o644)
}

// base is the name of what is for one platform, without an ending.
func (r *release) base(t target) string {
	return fmt.Sprintf("%s_%s_%s_%s", name, r.plain(), t.os, t.arch)
}

// dockerfile writes how the archives for Linux become an image that holds nothing else. Models are
// mounted at /models.
func (r *release) dockerfile() error {
	text := fmt.Sprintf(`# docker build -t %[1]s:%[2]s .
# docker run --rm -v "$PWD:/models" %[1]s:%[2]s check model.rcp
FROM scratch
ARG TARGETARCH=amd64
LABEL org.opencontainers.image.title="%[1]s" \
      org.opencontainers.image.description="%[3]s" \
      org.opencontainers.image.version="%[2]s" \
      org.opencontainers.image.revision="%[4]s" \
      org.opencontainers.image.created="%[5]s" \
      org.opencontainers.image.source="%[6]s" \
      org.opencontainers.image.licenses="MIT"
ADD %[1]s_%[2]s_linux_${TARGETARCH}.tar.gz /
WORKDIR /models
USER 65534:65534
ENTRYPOINT ["/%[1]s-%[2]s/%[1]s"]
CMD ["help"]
`, name, r.plain(), short, r.commit, r.date.Format(time.RFC3339), home)
	return os.WriteFile(r.path("Dockerfile"), []byte(text), 0o644)
}

// plain is the version as packages write it.
func (r *release) plain() string { return strings.TrimPrefix(r.version, "v") }
