package memory

import (
	"math"
	"os"
	"strings"
	"syscall"
)

// PreparePages asks for large pages when there are plenty: a system that has to
// move memory about to make one takes longer than the small ones would. Where
// address space counts as memory it is left alone. It reports whether it asked and
// was not refused.
func PreparePages() bool {
	const plenty = 2 * reserved
	buddies, err := os.ReadFile("/proc/buddyinfo")
	if err != nil || os.Getpagesize() != 4<<10 || freeInLarge(string(buddies)) < plenty {
		return false
	}
	if overcommit, err := os.ReadFile("/proc/sys/vm/overcommit_memory"); err != nil || strings.TrimSpace(string(overcommit)) == "2" {
		return false
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur < math.MaxInt64 {
		return false
	}
	return largePages(func(b []byte) error { return syscall.Madvise(b, syscall.MADV_HUGEPAGE) })
}
