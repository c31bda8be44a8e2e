//go:build unix

package limited

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup lets a command become the first of a process group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the process group of a process that [ownGroup] was called for.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
