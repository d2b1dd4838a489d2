package secrets

import "testing"

// What is public by design is told from what is not, by what stands before it
// or by its form.
func TestJudging(t *testing.T) {
	const (
		guid   = "c4a29126-a7cb-47e5-b348-11414998b11e"
		hex32  = "9f86d081884c7d659a2feaa0c55ad015"
		mixed  = "x8Kq2LmZ7vTr4Wp9Nc3B"
		google = "AIza" + "SyB7x2KqLmZ9vTr4Wp8Nc3BfHd6JsEu1Gy5"
	)
	for _, c := range []struct {
		name, text string
		want       Class // empty: nothing is found
	}{
		{"an instrumentation key", `cs="InstrumentationKey=` + guid + `;Ingestion"`, Public},
		{"an instrumentation key that is called a key", `key = "InstrumentationKey=` + guid + `;Ingestion"`, Public},
		{"a key of the same form", `cs="SecretKey=` + guid + `;Ingestion"`, Generic},
		{"a telemetry key of Microsoft", `{"ariaKey":"0c6ae279ed8443289764825290e4f9e2-1a736e7c-1324-4338-be46-fc2a58ae4d14-7255"}`, Public},
		{"an Amplitude key", `amplitude.init({apiKey:"` + hex32 + `"})`, Public},
		{"an API key", `client.init({apiKey:"` + hex32 + `"})`, Generic},
		{"a Segment write key", `{segmentWriteKey:"` + mixed + `"}`, Public},
		{"a PostHog project key", `posthog({token:"phc_` + mixed + mixed + `"})`, Public},
		{"Google's key in a page's Firebase configuration", `{authDomain:"a.firebaseapp.com",apiKey:"` + google + `"}`, Public},
		{"Google's key by itself", `fetch(u,{k:"` + google + `"})`, Issued},
		{"a client id", `{client_id:"a",auth_client_id:"` + mixed + `"}`, Public},
		{"a client secret", `{client_secret:"` + mixed + `"}`, Generic},
		{"an integrity", `{"token_sha512":"` + mixed + mixed + `"}`, Public},
		{"a name", `{token:"authenticationProviderForGithub"}`, ""},
		{"a property", `a.promptTokenLimit,b=n.suffixPercent;`, ""},
		{"a version", `{apiVersion:"2024-01-01-preview1"}`, ""},
		{"a token of GitHub", `x="ghp_` + "q7ZbN2xLw9TfK4vRq7ZbN2xLw9TfK4vR1aB2" + `"`, Issued},
		{"a name of a service before a number", `{twitter:"x8kq2lmz7vtr4wp9nc3bfhd6j"}`, Named},
	} {
		work := int64(DefaultMaxWork)
		found, _ := rulesFor(t).scan("a.js", c.text, &work)
		got := Class("")
		if len(found) > 0 {
			got = found[0].Class
		}
		if got != c.want || len(found) > 1 || (got == Public) != (len(found) > 0 && found[0].Why != "") {
			t.Errorf("%s: %q, want %q: %+v", c.name, got, c.want, found)
		}
	}
}

func TestEnvFiles(t *testing.T) {
	for _, c := range []struct {
		file, text string
		is         bool
		names      int
		secret     string
		line       int
	}{
		{".env", "# a\nNODE_ENV=production\nexport API_KEY=\"abc\"\nDB_PASSWORD=x9\n", true, 3, "API_KEY", 3},
		{"server/.env.production", "STRIPE_SECRET=s\n", true, 1, "STRIPE_SECRET", 1},
		{".env", "API_KEY=\nTOKEN=<your token>\nSECRET=changeme\nPORT=3000\n", true, 3, "", 0},
		{".env", "", true, 0, "", 0},
		{".env.example", "API_KEY=abc\n", false, 0, "", 0},
		{".env.local.sample", "API_KEY=abc\n", false, 0, "", 0},
		{"env", "API_KEY=abc\n", false, 0, "", 0},
		{"a.environment", "API_KEY=abc\n", false, 0, "", 0},
	} {
		e, value, is := envFile(c.file, c.text)
		if is != c.is || e.Names != c.names || e.Secret != c.secret || e.Line != c.line || (value != "") != (c.secret != "") {
			t.Errorf("%s %q: %+v, %v", c.file, c.text, e, is)
		}
	}
}
