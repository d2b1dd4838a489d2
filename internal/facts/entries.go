package facts

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// entries finds where others start running the code, and gives what they pass
// in: VS Code calls activate with the extension's context.
func entries(p *Program, s *solver, ext *extension.Extension) {
	add := func(kind EntryKind, named, via string) {
		file, ok := resolveEntry(s, named)
		if !ok {
			if named != "" {
				p.Blind = append(p.Blind, Blind{File: path.Clean(named), Reason: "the manifest names it (" + via + ") and the extension does not hold it"})
			}
			return
		}
		p.Entries = append(p.Entries, Entry{File: file, Kind: kind, Via: via})
		if kind == EntryMain || kind == EntryBrowser {
			s.activate(s.byPath[file])
		}
	}
	m := ext.Manifest
	if m.Main != "" {
		add(EntryMain, m.Main, "main")
	}
	if m.Browser != "" {
		add(EntryBrowser, m.Browser, "browser")
	}
}

// resolveEntry finds the file a manifest field names: as it is, with an
// ending, or as a folder.
func resolveEntry(s *solver, named string) (string, bool) {
	clean := path.Clean(strings.TrimPrefix(strings.ReplaceAll(named, "\\", "/"), "./"))
	for _, try := range []string{clean, clean + ".js", clean + ".cjs", clean + ".mjs", clean + "/index.js"} {
		if _, ok := s.byPath[try]; ok {
			return try, true
		}
	}
	return "", false
}

// activate calls what a file exports as activate with an extension context.
func (s *solver) activate(unit int32) {
	ctx := s.newNode()
	r := s.refs.member(s.refs.module("vscode", false), "ExtensionContext")
	if r == 0 {
		return
	}
	s.add(ctx, s.tokens.get(tokRef, r, 0))
	for _, export := range []string{"activate", "default"} {
		f := s.newNode()
		s.memberOf(s.moduleExports(unit), export, f)
		s.invoke(f, invoke{args: []int32{ctx}})
	}
	s.invoke(s.moduleExports(unit), invoke{args: []int32{ctx}})
}
