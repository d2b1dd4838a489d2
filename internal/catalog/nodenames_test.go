package catalog

import (
	"fmt"
	"testing"
)

func TestInNode(t *testing.T) {
	c := Default()
	for symbol, want := range map[Symbol]string{
		{"fs", "readFile"}: "[20 22 24]", {"fs/promises", "readFile"}: "[20 22 24]", {"node:fs", "promises.readFile"}: "[20 22 24]",
		{"fs", "glob"}: "[22 24]", {"fs", "readFil"}: "[]", {"fs", ""}: "[20 22 24]", {"nothing", ""}: "[]", {"sqlite", ""}: "[22 24]",
		{"net", "Socket().connect"}: "[20 22 24]",
	} {
		got := c.InNode(symbol.Module, symbol.Member)
		if fmt.Sprint(got) != want {
			t.Errorf("%s %s exists in %v, want %s", symbol.Module, symbol.Member, got, want)
		}
	}
	if got := fmt.Sprint(NodeVersions()); got != "[20 22 24]" {
		t.Error(got)
	}
	if n := len(c.NodeMembers("fs")); n < 100 {
		t.Errorf("fs has %d members", n)
	}
}
