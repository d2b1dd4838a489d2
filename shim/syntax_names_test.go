package shim

import (
	"slices"
	"testing"
)

// A name that nobody declares is a mistake, and one that nobody reads is left over.
func TestNamesAreDeclaredAndRead(t *testing.T) {
	files := parsed(t)
	for _, name := range files.names {
		for _, free := range files.of[name].Free {
			if !slices.Contains(globals, free) {
				t.Errorf("%s: nobody declares %s", name, free)
			}
		}
		for _, unused := range files.of[name].Unused {
			t.Errorf("%s: nobody reads %s", name, unused)
		}
	}
}

// later are the modules that are loaded when an extension has run already: what they use of the realm, kernel/primordials.js took before.
var later = []string{
	"loader/node/network/fetchtransport.js", "loader/node/network/websockettransport.js", "loader/node/sqlite.js",
	"loader/node/network/udp.js", "loader/node/network/net.js", "loader/node/network/netarguments.js",
	"loader/node/network/netclasses.js", "loader/node/network/netoptions.js", "loader/node/network/ownagents.js",
}
