package wrap

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// asTold writes a loader's file that is told text.
func asTold(text string) string {
	return "'use strict'\nstart(module, require, 'x');\n" +
		"start(module, require, '" + literal.Replace(text) + "', '" + digest([]byte(text)) + "');\n"
}

func TestToldBy(t *testing.T) {
	granted, err := policy.Parse("policy.json", []byte(
		`{"schemaVersion": 1, "extension": "acme.x", "files.read": ["${home}/it's/\u2028/**"]}`,
	))
	if err != nil {
		t.Fatal(err)
	}
	c := config{Version: configVersion, Extension: "acme.x", Mode: Observe, ObserveDays: 3, Level: Host, Consent: true,
		Browser: BrowserDrop, Policy: json.RawMessage(granted.Bytes())}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := toldBy([]byte(asTold(string(data))))
	if err != nil {
		t.Fatal(err)
	}
	want := Options{Mode: Observe, ObserveDays: 3, Level: Host, Consent: true, Browser: BrowserDrop, Policy: granted}
	if d := cmp.Diff(string(want.Policy.Bytes()), string(got.Policy.Bytes())); d != "" {
		t.Errorf("the policy: %s", d)
	}
	got.Policy = want.Policy
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	whole := asTold(string(data))
	for name, text := range map[string]string{
		"nothing":                 "",
		"no call":                 "'use strict'\n",
		"something behind it":     whole + "more()\n",
		"another text":            strings.Replace(whole, `"observeDays":3`, `"observeDays":0`, 1),
		"no JSON":                 asTold("x"),
		"a member nobody knows":   asTold(strings.Replace(string(data), `{"version"`, `{"more":1,"version"`, 1)),
		"a mode that is none":     asTold(strings.Replace(string(data), `"observe"`, `"allow"`, 1)),
		"a level that is none":    asTold(strings.Replace(string(data), `"host"`, `"none"`, 1)),
		"a version to come":       asTold(strings.Replace(string(data), `"version":1`, `"version":9`, 1)),
		"a policy that is none":   asTold(strings.Replace(string(data), `"files.read"`, `"files.eat"`, 1)),
		"days that are no number": asTold(strings.Replace(string(data), `"observeDays":3`, `"observeDays":-3`, 1)),
	} {
		if text == whole {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := toldBy([]byte(text)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func FuzzToldBy(f *testing.F) {
	f.Add(asTold(`{"version":1}`))
	f.Fuzz(func(_ *testing.T, text string) { _, _ = toldBy([]byte(text)) })
}
