package wrap

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Told reads from a wrapped extension how it was wrapped: mode, level, days, consent, what became of a
// browser entry, and the policy. Bundle and Worker are empty. It refuses what is not wrapped, and a loader
// that is told something else than its digest says; who wrote both is not known by that.
func Told(ctx context.Context, path string) (Options, error) {
	p, err := openPackage(ctx, path)
	if err != nil {
		return Options{}, err
	}
	defer p.close()
	manifest, err := p.ext.ReadFile(manifestName)
	if err != nil {
		return Options{}, err
	}
	w, err := wrappingOf(manifest)
	if err != nil {
		return Options{}, err
	}
	if !ours(w.Loader) {
		return Options{}, refuse("its package.json names %s as the loader, which is no name of one", quoted(w.Loader))
	}
	loader, err := p.ext.ReadFile(w.Loader)
	if err != nil {
		return Options{}, refuse("its loader cannot be read: %v", err)
	}
	return toldBy(loader)
}

// toldBy reads the call in which a loader's file ends.
func toldBy(loader []byte) (Options, error) {
	const begin, between, end = "\nstart(module, require, '", "', '", "');\n"
	at := bytes.LastIndex(loader, []byte(begin))
	call, ended := bytes.CutSuffix(loader, []byte(end))
	if at < 0 || !ended || at+len(begin) > len(call) {
		return Options{}, refuse("its loader does not end as one does")
	}
	literal, sum, found := strings.Cut(string(call[at+len(begin):]), between)
	text := unquoted.Replace(literal)
	if !found || digest([]byte(text)) != sum {
		return Options{}, refuse("what its loader is told is not what it was wrapped with")
	}
	var c config
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Options{}, refuse("what its loader is told cannot be read: %v", err)
	}
	if c.Version != configVersion {
		return Options{}, refuse("it was wrapped by another version of ringfence (%d)", c.Version)
	}
	granted, err := policy.Parse("the policy inside", c.Policy)
	if err != nil {
		return Options{}, refuse("%v", err)
	}
	o := Options{Mode: c.Mode, Level: c.Level, ObserveDays: c.ObserveDays, Consent: c.Consent, Policy: granted, Browser: c.Browser}
	if (o.Mode != Observe && o.Mode != Enforce) || (o.Level != Shared && o.Level != Host) || o.ObserveDays < 0 {
		return Options{}, refuse("its loader is told a mode or a level that there is not")
	}
	return o, nil
}

// unquoted undoes literal.
var unquoted = strings.NewReplacer(`\\`, `\`, `\'`, `'`, `\n`, "\n", `\r`, "\r", `\u2028`, "\u2028", `\u2029`, "\u2029")
