//go:build !linux

package main

// preparePages does nothing: only Linux is asked for large pages.
func preparePages() bool { return false }
