package limited_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// TestMain lets the test binary play the programs that are run.
func TestMain(m *testing.M) {
	switch os.Getenv("LIMITED_ROLE") {
	case "":
		os.Exit(m.Run())
	case "talk":
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
		os.Exit(3)
	case "wait":
		time.Sleep(time.Hour)
	case "spin":
		for start := time.Now(); time.Since(start) < time.Hour; {
		}
	case "parent": // of one that goes on, holding the output
		child := role("wait")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			os.Exit(4)
		}
		fmt.Println("parent")
	case "parent of a glutton":
		_ = role("eat").Run()
	case "eat":
		var all [][]byte
		for range 128 {
			block := make([]byte, 1<<20)
			for i := 0; i < len(block); i += 512 {
				block[i] = 1
			}
			all = append(all, block)
		}
		time.Sleep(time.Hour)
		runtime.KeepAlive(all)
	}
}

func role(name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LIMITED_ROLE="+name)
	return cmd
}

func TestOutputAndStatus(t *testing.T) {
	o, err := limited.Run(context.Background(), role("talk"), limited.Limits{Time: longest})
	require.NoError(t, err)
	require.Equal(t, "out\n", string(o.Stdout))
	require.Equal(t, "err\n", string(o.Stderr))
	require.Equal(t, 3, o.ExitCode)
	require.Equal(t, limited.NotStopped, o.Stopped)
	require.Positive(t, o.Seconds)
}

func TestProcessorTimeLimit(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // nothing watches it there
	}
	o, err := limited.Run(context.Background(), role("spin"), limited.Limits{Time: longest, CPU: 200 * time.Millisecond})
	require.NoError(t, err)
	require.Equal(t, limited.OutOfTime, o.Stopped)
	require.Greater(t, o.CPU, 0.1)
	require.Less(t, o.CPU, 10.0)

	o, err = limited.Run(context.Background(), role("wait"), limited.Limits{Time: 400 * time.Millisecond, CPU: 300 * time.Millisecond})
	require.NoError(t, err)
	require.Equal(t, limited.OutOfTime, o.Stopped)
	require.Less(t, o.CPU, 0.3, "waiting takes none")
}

func TestTimeLimit(t *testing.T) {
	o, err := limited.Run(context.Background(), role("wait"), limited.Limits{Time: 50 * time.Millisecond})
	require.NoError(t, err)
	require.Equal(t, limited.OutOfTime, o.Stopped)
	require.NotZero(t, o.ExitCode)
}

func TestMemoryLimit(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Logf("the memory of processes is not watched on %s", runtime.GOOS)
		return
	}
	o, err := limited.Run(context.Background(), role("eat"), limited.Limits{Bytes: 64 << 20, Time: longest})
	require.NoError(t, err)
	require.Equal(t, limited.OutOfSpace, o.Stopped)
	require.Greater(t, o.PeakBytes, int64(64<<20))
	require.Less(t, o.PeakBytes, int64(256<<20))
	require.Positive(t, limited.OwnPeakBytes())
}

// longest is a limit that is only reached where something waits for what
// never ends, however slow the machine is.
const longest = 10 * time.Minute

// TestChildren asserts that what the program starts counts, and is ended with
// it at a limit, and that one that outlives it is not waited for.
func TestChildren(t *testing.T) {
	o, err := limited.Run(context.Background(), role("parent"), limited.Limits{Time: longest})
	require.NoError(t, err)
	require.Equal(t, "parent\n", string(o.Stdout))
	require.Zero(t, o.ExitCode)
	require.Equal(t, limited.NotStopped, o.Stopped)
	if runtime.GOOS != "linux" {
		t.Logf("the memory of processes is not watched on %s", runtime.GOOS)
		return
	}
	o, err = limited.Run(context.Background(), role("parent of a glutton"), limited.Limits{Bytes: 64 << 20, Time: longest})
	require.NoError(t, err)
	require.Equal(t, limited.OutOfSpace, o.Stopped)
	require.Greater(t, o.PeakBytes, int64(64<<20))
	require.Less(t, o.PeakBytes, int64(256<<20))
}

func TestContextEndsRun(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := limited.Run(ctx, role("wait"), limited.Limits{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestNoSuchProgram(t *testing.T) {
	_, err := limited.Run(context.Background(), exec.Command("no-such-program"), limited.Limits{})
	require.Error(t, err)
}

func TestMachineIsNamed(t *testing.T) {
	load, ok := limited.Load()
	require.Equal(t, runtime.GOOS == "linux", ok)
	require.GreaterOrEqual(t, load, 0.0)
	require.Contains(t, limited.ThisMachine().String(), fmt.Sprintf("%d cores", runtime.NumCPU()))
}
