package lower_test

import (
	"bytes"
	"testing"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/lower"
)

// FuzzLower: whatever the parser accepts is written down as a unit whose every
// index is right, the same one every time.
func FuzzLower(f *testing.F) {
	for _, source := range programs {
		f.Add(source, false)
	}
	for _, site := range callSites {
		f.Add(site, false)
	}
	for _, site := range typedCallSites {
		f.Add(site, true)
	}
	for _, c := range opCases {
		f.Add(c.source, false)
	}
	f.Fuzz(func(t *testing.T, source string, typed bool) {
		if len(source) > 1<<14 || nesting(source) > 1000 {
			return // deep nesting is the child process's matter
		}
		name := "a.js"
		if typed {
			name = "a.ts"
		}
		tree, ok := parse(name, source)
		if !ok {
			return
		}
		u := lower.File(&tree)
		bytesOf := ir.Append(nil, u)
		again, err := ir.Decode(bytesOf)
		if err != nil {
			t.Fatalf("%q: %v", source, err)
		}
		if !bytes.Equal(bytesOf, ir.Append(nil, again)) {
			t.Errorf("%q: it is another unit when it is read", source)
		}
		for i, v := range u.Nodes {
			if int(v.Pos) > len(source) {
				t.Errorf("%q: node %d is at %d", source, i, v.Pos)
			}
		}
		if tree, ok := parse(name, source); !ok || !bytes.Equal(bytesOf, ir.Append(nil, lower.File(&tree))) {
			t.Errorf("%q: the second time is another", source)
		}
	})
}

// parse parses; where the parser panics the child process says blind.
func parse(name, source string) (tree esbuild.AST, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	tree, err := esbuild.Parse(name, source)
	return tree, err == nil
}

// nesting is how many characters a source has that could open something.
func nesting(source string) int {
	n := 0
	for _, r := range source {
		switch r {
		case '(', '[', '{', '`', '!', '~', '>', '<', '?', '+', '-':
			n++
		}
	}
	return n
}
