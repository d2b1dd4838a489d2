//go:build !linux

package memory

// PreparePages does nothing: only Linux is asked for large pages.
func PreparePages() bool { return false }
