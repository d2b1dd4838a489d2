// Command cut takes out of GitHub's own descriptions of its APIs what the
// stand-in answers, and writes it to internal/testkit/github/testdata, with the
// licences: run it at the top of the repository after the list of operations
// changed. The descriptions come from the npm registry by version and checksum;
// nothing in them is changed, only left out: other operations, examples,
// descriptions and GitHub's own extensions of OpenAPI.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	kit "github.com/ringfence-dev/ringfence/internal/testkit/github"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

var (
	openapi = npm.Package{
		Name:      "@octokit/openapi",
		Version:   "23.0.2",
		Integrity: "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==",
	}
	graphql = npm.Package{
		Name:      "@octokit/graphql-schema",
		Version:   "15.26.0",
		Integrity: "sha512-SoVbh+sXe9nsoweFbLT3tAk3XWYbYLs5ku05wij1zhyQ2U3lewdrhjo5Tb7lfaOGWNHSkPZT4uuPZp8neF7P7A==",
	}
)

const testdata = "internal/testkit/github/testdata"

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "cut:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	tmp, err := os.MkdirTemp("", "cut-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, one := range []struct {
		from npm.Package
		file string
		cut  func([]byte) ([]byte, error)
		to   string
	}{
		{openapi, "generated/api.github.com.json", cutOpenAPI, "openapi.json"},
		{openapi, "LICENSE", whole, "openapi.LICENSE"},
		{graphql, "schema.graphql", cutGraphQL, "schema.graphql"},
		{graphql, "LICENSE.md", whole, "schema.LICENSE"},
	} {
		data, err := fetch(ctx, tmp, one.from, one.file)
		if err != nil {
			return err
		}
		if data, err = one.cut(data); err != nil {
			return fmt.Errorf("%s of %s: %w", one.file, one.from, err)
		}
		if err := os.WriteFile(filepath.Join(testdata, one.to), data, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes, from %s of %s\n", one.to, len(data), one.file, one.from)
	}
	return nil
}

func whole(data []byte) ([]byte, error) { return data, nil }

func fetch(ctx context.Context, tmp string, p npm.Package, file string) ([]byte, error) {
	dir := filepath.Join(tmp, strings.NewReplacer("/", "-", "@", "").Replace(p.String()))
	if _, err := os.Stat(dir); err != nil {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
		tarball, err := npm.Pack(ctx, dir, p)
		if err != nil {
			return nil, err
		}
		keep := func(name string) (string, bool) {
			return name, strings.HasPrefix(name, "LICENSE") || name == "generated/api.github.com.json" || name == "schema.graphql"
		}
		if err := npm.Untar(tarball, dir, keep); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
}

// cutOpenAPI keeps the operations of the stand-in and what they refer to.
func cutOpenAPI(data []byte) ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	all, _ := doc["paths"].(map[string]any)
	paths := map[string]any{}
	for _, op := range kit.Operations() {
		item, _ := all[op.Path].(map[string]any)
		method, ok := item[strings.ToLower(op.Method)]
		if !ok {
			return nil, fmt.Errorf("there is no %s %s", op.Method, op.Path)
		}
		kept, _ := paths[op.Path].(map[string]any)
		if kept == nil {
			kept = map[string]any{}
			paths[op.Path] = kept
		}
		kept[strings.ToLower(op.Method)] = method
	}
	strip(paths, false)
	components := map[string]any{}
	gather(doc, paths, components)
	out := map[string]any{"openapi": doc["openapi"], "info": map[string]any{
		"title": "GitHub's REST API, the part that is asked here", "version": openapi.String(), "license": map[string]any{"name": "MIT"},
	}, "paths": paths, "components": components}
	text, err := json.MarshalIndent(out, "", " ")
	return append(text, '\n'), err
}

// strip removes what does not decide about a request or an answer. named says
// that the keys of v are names of somebody's and not words of OpenAPI.
func strip(v any, named bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, sub := range v {
			_, text := sub.(string)
			if !named && (key == "examples" || key == "example" || strings.HasPrefix(key, "x-") || key == "externalDocs" || key == "tags" ||
				key == "description" && text || key == "summary" && text || key == "title" && text) {
				delete(v, key)
				if key == "description" {
					v[key] = "" // a response has to have one
				}
				continue
			}
			strip(sub, !named && (key == "properties" || key == "paths" || key == "headers" || key == "content" || key == "responses"))
		}
	case []any:
		for _, sub := range v {
			strip(sub, false)
		}
	}
}

// gather copies what v refers to into components.
func gather(doc map[string]any, v any, components map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		ref, _ := v["$ref"].(string)
		if parts := strings.Split(ref, "/"); len(parts) == 4 && parts[1] == "components" {
			take(doc, parts[2], parts[3], components)
		}
		for _, key := range keys(v) {
			gather(doc, v[key], components)
		}
	case []any:
		for _, sub := range v {
			gather(doc, sub, components)
		}
	}
}

func take(doc map[string]any, kind, name string, components map[string]any) {
	into, _ := components[kind].(map[string]any)
	if into == nil {
		into = map[string]any{}
		components[kind] = into
	}
	if _, done := into[name]; done {
		return
	}
	from, _ := doc["components"].(map[string]any)[kind].(map[string]any)
	strip(from[name], false)
	into[name] = from[name]
	gather(doc, from[name], components)
}

func keys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
