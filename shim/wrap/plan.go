package wrap

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// plan is where things go.
type plan struct {
	id, version string
	// entry is the file that main means, loader the one in its place.
	entry, loader string
	// browser is what becomes of the browser entry; empty: there is none.
	browser Browser
	// main is the new value of package.json's main.
	main string
}

// makePlan decides, or refuses an extension that there is no sense in wrapping.
func makePlan(p *pack, o Options) (plan, error) {
	m := p.ext.Manifest
	out := plan{id: p.ext.ID(), version: m.Version}
	if m.Raw("/ringfence") != "" {
		return out, refuse("it is wrapped already; ringfence unwrap takes the loader out")
	}
	if m.Raw("/realEntryPoint") != "" {
		return out, refuse(`its package.json has a "realEntryPoint" of its own, where ringfence keeps the original main`)
	}
	if why := m.Refused(); why != "" {
		return out, refuse("%s", why)
	}
	if m.Raw(atRealBrowser) != "" {
		return out, refuse(`its package.json has a "realBrowserEntryPoint" of its own, where ringfence keeps the original browser entry`)
	}
	if m.Publisher == "" || m.Name == "" || m.Version == "" {
		return out, refuse("its package.json has no publisher, name or version")
	}
	if o.Policy.Extension != "" && !strings.EqualFold(o.Policy.Extension, out.id) {
		return out, refuse("the policy is for %s, and this is %s", quoted(o.Policy.Extension), quoted(out.id))
	}
	switch {
	case m.Main == "" && m.Browser != "":
		return out, refuse("it runs in browsers only (%s), where there is no loader", quoted(m.Browser))
	case m.Main == "":
		return out, refuse("its package.json has no main: nothing of it runs in the extension host, so there is nothing to fence")
	case m.Browser != "" && o.Browser != BrowserDrop && o.Browser != BrowserUnfenced:
		return out, refuse(
			"its browser entry %s runs in VS Code for the Web, where there is no loader: --browser drop leaves it out of the copy, which then "+
				"does not run there; --browser unfenced keeps it, and it runs there without a fence; for the action and for a loader that is "+
				"kept, browser: drop in .ringfence/config.yml says so, or browser: unfenced",
			quoted(m.Browser),
		)
	case m.Browser != "":
		out.browser = o.Browser
	}
	entry, err := findEntry(p.ext)
	if err != nil {
		return out, err
	}
	out.entry = entry
	base := path.Base(entry)
	name := "ringfence." + strings.TrimSuffix(base, path.Ext(base)) + ".cjs"
	out.loader = path.Join(path.Dir(entry), name)
	// Extensions look at their own main to find their files, so it stays what it
	// was as far as it can.
	dir := m.Main[:strings.LastIndexAny(m.Main, `/\`)+1]
	if as := path.Clean(strings.TrimLeft(strings.ReplaceAll(m.Main, `\`, "/"), "/")); path.Dir(entry) == as && as != path.Dir(as) {
		dir = strings.TrimRight(m.Main, `/\`) + "/"
	}
	out.main = dir + name
	return out, p.vacant(out.loader)
}

// findEntry returns the file that main means to Node, and refuses one that is no
// JavaScript.
func findEntry(ext *extension.Extension) (string, error) {
	main := ext.Manifest.Main
	clean := path.Clean(strings.TrimLeft(strings.ReplaceAll(main, `\`, "/"), "/"))
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", refuse("its main %s lies outside the extension", quoted(main))
	}
	f, ok := ext.Entry(main)
	if !ok {
		if ext.Source == extension.Repository {
			return "", refuse("its main %s is not there; build the extension first", quoted(main))
		}
		return "", refuse("its main %s is not there", quoted(main))
	}
	if path.Dir(f.Path) == clean && f.Path != clean {
		// Node asks a package.json there first.
		if _, ok := ext.Stat(path.Join(clean, manifestName)); ok && clean != "." {
			return "", refuse("its main %s is a folder with a package.json of its own; name the file", quoted(main))
		}
	}
	switch ext := path.Ext(f.Path); ext {
	case ".js", ".cjs", ".mjs":
		return f.Path, nil
	case ".node":
		return "", refuse("its main %s is machine code, which no loader can fence", quoted(f.Path))
	default:
		return "", refuse("its main %s is no JavaScript", quoted(f.Path))
	}
}

// policyFor is the policy that goes into the loader: about this extension and
// nobody else.
func policyFor(p plan, o Options) policy.Policy {
	out := policy.New(p.id, o.Policy.Grants...)
	out.Denied, out.Notes = o.Policy.Denied, o.Policy.Notes
	return out
}
