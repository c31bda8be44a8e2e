package output_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// TestMain lets the tests run this program as a child that writes more than it may, see
// [TestFullDisk], or without end, see [TestKill].
func TestMain(m *testing.M) {
	path := os.Getenv("OUTPUT_TEST_PATH")
	if path == "" {
		os.Exit(m.Run())
	}
	for k := 0; os.Getenv("OUTPUT_TEST_ENDLESS") != ""; k++ {
		if err := output.WriteFile(path, version(k)); err != nil {
			panic(err)
		}
		fmt.Println(k)
	}
	limit := unix.Rlimit{Cur: 1000, Max: 1000}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
	if err := output.WriteFile(path, []byte(strings.Repeat("new text\n", 1000))); err != nil {
		fmt.Fprintln(os.Stderr, err) // what measures coverage adds lines of its own
		os.Exit(1)
	}
}

// Where there is no room the old file stays, whether it would be replaced or, for its second link,
// overwritten.
func TestFullDisk(t *testing.T) {
	for _, old := range []string{"old text", strings.Repeat("old text\n", 300)} {
		for _, linked := range []bool{false, true} {
			dir := t.TempDir()
			path := put(t, filepath.Join(dir, "a"), old)
			names := []string{"a"}
			if linked {
				require.NoError(t, os.Link(path, filepath.Join(dir, "b")))
				names = append(names, "b")
			}
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), "OUTPUT_TEST_PATH="+path)
			out, err := child.CombinedOutput()
			require.Error(t, err)
			require.Equal(t, "cannot write "+path+": file too large", strings.SplitN(string(out), "\n", 2)[0])
			has(t, path, old)
			alone(t, dir, names...)
		}
	}
	require.ErrorContains(t, output.WriteFile("/dev/full", []byte("text")), "cannot write /dev/full: no space left on device")
}

// version is a long text, the same line many times.
func version(k int) []byte { return []byte(strings.Repeat(fmt.Sprintf("version %d\n", k), 50_000)) }

// A process that is killed, or whose standard output is closed, while it writes leaves the last
// text that was complete.
func TestKill(t *testing.T) {
	for round := range 20 {
		path := put(t, filepath.Join(t.TempDir(), "a"), string(version(-1)))
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "OUTPUT_TEST_PATH="+path, "OUTPUT_TEST_ENDLESS=1")
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		last := -1
		for range round { // after so many texts, somewhere in the next
			_, err := fmt.Fscanln(out, &last)
			require.NoError(t, err)
		}
		if round%2 == 0 {
			require.NoError(t, child.Process.Kill())
		} else {
			require.NoError(t, out.Close())
		}
		require.Error(t, child.Wait())
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var k int
		_, err = fmt.Sscanf(string(text), "version %d", &k)
		require.NoError(t, err)
		require.GreaterOrEqual(t, k, last)
		require.True(t, string(version(k)) == string(text), "the text is whole")
	}
}

func TestPipesAndDescriptors(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(fifo)
		read <- string(text)
	}()
	require.NoError(t, output.WriteFile(fifo, []byte("through the pipe")))
	require.Equal(t, "through the pipe", <-read)

	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, output.WriteFile(descriptor(w), []byte("and this")))
	require.NoError(t, w.Close())
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "and this", string(text))

	// A descriptor of an input is the input.
	in, err := os.OpenFile(put(t, filepath.Join(t.TempDir(), "in"), "model"), os.O_RDWR, 0)
	require.NoError(t, err)
	defer in.Close()
	var files output.Files
	files.Opened("standard input", in)
	_, err = files.Create(descriptor(in))
	require.ErrorIs(t, err, output.ErrConflict)
}

func descriptor(f *os.File) string { return fmt.Sprintf("/dev/fd/%d", f.Fd()) }

// The owner of a file stays, as far as the tests may give files away.
func TestOwnerStays(t *testing.T) {
	uid, gid := os.Getuid(), os.Getgid()
	if uid == 0 { // who can give files away
		uid, gid = 1234, 2345
	}
	path := put(t, filepath.Join(t.TempDir(), "a"), "old")
	require.NoError(t, os.Chown(path, uid, gid))
	require.NoError(t, os.Chmod(path, os.ModeSetgid|0o750))
	require.NoError(t, output.WriteFile(path, []byte("new")))
	var stat unix.Stat_t
	require.NoError(t, unix.Stat(path, &stat))
	require.Equal(t, [3]uint32{uint32(uid), uint32(gid), unix.S_IFREG | 0o2750}, [3]uint32{stat.Uid, stat.Gid, stat.Mode})
}
