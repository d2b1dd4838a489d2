package facts_test

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// rollup copies a module it does not bundle property by property, and keeps the getters that are there.
const rollupNamespace = `function _interopNamespaceDefault(e) {
	var n = Object.create(null);
	if (e) {
		Object.keys(e).forEach(function (k) {
			if (k !== 'default') {
				var d = Object.getOwnPropertyDescriptor(e, k);
				Object.defineProperty(n, k, d.get ? d : { enumerable: true, get: function () { return e[k]; } });
			}
		});
	}
	n.default = e;
	return Object.freeze(n);
}
`

// A module that rollup's helper copied is what is used of it, and not all of it.
func TestRollupsNamespaceIsTheModule(t *testing.T) {
	p := analyze(t, files{
		"package.json": `{"name": "x", "version": "1.0.0", "publisher": "acme", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`,
		"main.js": `'use strict'; var vscode = require('vscode'), fs = require('fs');` + rollupNamespace + `
			var vscode__namespace = /*#__PURE__*/_interopNamespaceDefault(vscode);
			var fs__namespace = /*#__PURE__*/_interopNamespaceDefault(fs);
			exports.activate = () => { vscode__namespace.env.clipboard.readText(); fs__namespace.readFileSync('a'); };`,
	})
	if len(calls(p, "vscode.env.clipboard.readText")) != 1 || len(calls(p, "fs.readFileSync")) != 1 {
		t.Errorf("the calls are not seen: %v", p.Uses)
	}
	for _, u := range p.Uses {
		if u.Kind == facts.Escape {
			t.Errorf("%s.%s escapes as a whole", u.Module, u.Member)
		}
	}
}
