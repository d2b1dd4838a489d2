package build

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

// From <linux/prctl.h>.
const (
	prSetDumpable       = 4
	prSetChildSubreaper = 36
)

// adopt makes this process the one to which orphans below it fall, and keeps
// its memory and environment from other programs of the same user.
func adopt() error {
	if _, _, e := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); e != 0 {
		return fmt.Errorf("becoming the reaper: %w", e)
	}
	return conceal()
}

// conceal takes /proc/PID/environ and the like of this process out of the reach
// of other processes of the same user. Root reads them all the same.
func conceal() error {
	if _, _, e := syscall.RawSyscall(syscall.SYS_PRCTL, prSetDumpable, 0, 0); e != 0 {
		return fmt.Errorf("concealing the environment: %w", e)
	}
	return nil
}

// sweep ends everything below this process until nothing is left, or until what
// begins anew is quicker than we are: then left says how many there were.
func sweep() (killed, left int) {
	seen := map[int]bool{}
	for range 300 {
		below := descendants(os.Getpid())
		left = len(below)
		if left == 0 {
			break
		}
		for _, pid := range below {
			seen[pid] = true
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for {
			pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
			if err != nil || pid <= 0 {
				break
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	return len(seen), left
}

// descendants lists the processes below pid, those that ended but were not
// waited for included.
func descendants(pid int) []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, name := range names {
		child, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, ok := parentOf(child); ok {
			children[parent] = append(children[parent], child)
		}
	}
	var all []int
	for queue := []int{pid}; len(queue) > 0; queue = queue[1:] {
		all = append(all, children[queue[0]]...)
		queue = append(queue, children[queue[0]]...)
	}
	return all
}

// parentOf reads the fourth field of stat. The second is a name the program
// chose, parentheses and spaces included: the last one ends it.
func parentOf(pid int) (int, bool) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	return parent, err == nil
}
