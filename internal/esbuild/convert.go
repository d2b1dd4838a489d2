package bridge

import (
	"errors"
	"strings"

	"github.com/evanw/esbuild/internal/bundler"
	"github.com/evanw/esbuild/internal/cache"
	"github.com/evanw/esbuild/internal/config"
	"github.com/evanw/esbuild/internal/fs"
	"github.com/evanw/esbuild/internal/linker"
	"github.com/evanw/esbuild/internal/logger"
)

// topLevelAwait begins what esbuild says of an await that its output format has no place for.
const topLevelAwait = "Top-level await is "

// ToCommonJS writes an ECMAScript module as CommonJS: its imports are calls of
// require, its exports are getters, and import.meta is the free name meta. It is
// strict, as modules are. Calls of import() stay. What CommonJS cannot express, await outside functions,
// stays as well, and awaits reports it: such a text runs in an async function.
//
// A default import is the property default of what require gives when that has
// __esModule, as converted modules have, else all of it. So for CommonJS that
// other tools made of a module, require must give a namespace as Node makes it.
//
// It panics or exhausts the stack on some hostile input, as Parse does.
func ToCommonJS(text, meta string) (code string, awaits bool, err error) {
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	add := log.AddMsg
	log.AddMsg = func(m logger.Msg) {
		if m.Kind == logger.Error && strings.HasPrefix(m.Data.Text, topLevelAwait) {
			awaits = true
			return
		}
		add(m)
	}
	defines := config.ProcessDefines([]config.DefineData{{
		KeyParts: []string{"import", "meta"}, DefineExpr: &config.DefineExpr{Parts: []string{meta}},
	}})
	bundle := bundler.ScanBundle(
		config.TransformCall,
		log,
		fs.MockFS(map[string]string{}, fs.MockUnix, "/"),
		cache.MakeCacheSet(),
		nil,
		config.Options{
			Mode:          config.ModeConvertFormat,
			OutputFormat:  config.FormatCommonJS,
			Platform:      config.PlatformNode,
			Defines:       &defines,
			LegalComments: config.LegalCommentsInline,
			AbsOutputFile: "/out.js",
			// Under a name that ends in .mjs, the default export of every converted
			// module would be its namespace.
			Stdin: &config.StdinInfo{Loader: config.LoaderJS, Contents: text, SourceFile: "/module.js"},
		},
		nil,
	)
	if !log.HasErrors() {
		results, _ := bundle.Compile(log, nil, nil, linker.Link)
		if !log.HasErrors() && len(results) == 1 {
			code = string(results[0].Contents)
			if strings.HasPrefix(code, "#!") {
				_, code, _ = strings.Cut(code, "\n")
			}
			return "\"use strict\";\n" + code, awaits, nil
		}
	}
	for _, msg := range log.Done() {
		if msg.Kind == logger.Error {
			return "", false, errors.New(strings.ToLower(msg.Data.Text[:1]) + msg.Data.Text[1:])
		}
	}
	return "", false, errors.New("the conversion gave nothing")
}
