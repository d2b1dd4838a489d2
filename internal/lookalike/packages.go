package lookalike

// packages are names of packages that everybody knows, of npm and PyPI, long enough that a slip is no other word. Not among
// them are those with a word beside them: semver and "server", electron and "election".
var packages = byFirst(
	"angular", "axios-retry", "babel-core", "bcrypt", "beautifulsoup4", "bluebird", "body-parser", "bootstrap", "chokidar", "commander",
	"cross-env", "cryptography", "discord.js", "django", "dotenv", "esbuild", "eslint", "express", "fastapi", "fs-extra",
	"jquery", "jsonwebtoken", "lodash", "lodash-es", "matplotlib", "minimist", "mongodb", "mongoose", "node-fetch", "nodemailer", "playwright",
	"prettier", "puppeteer", "pydantic", "python-dateutil", "pyyaml", "react-dom", "react-router", "redux-thunk", "rimraf", "scikit-learn",
	"selenium", "setuptools", "socket.io", "sqlalchemy", "styled-components", "tailwindcss", "tensorflow", "ts-node", "typescript",
	"underscore", "urllib3", "vitest", "webpack", "webpack-cli",
)

func byFirst(names ...string) map[byte][]string {
	out := map[byte][]string{}
	for _, n := range names {
		out[n[0]] = append(out[n[0]], n)
	}
	return out
}

// Package is the well-known package that a name could be taken for by a slip inside of it: two letters changed about, one
// for another, one twice or left out. A longer or shorter end is another word; "" when there is none.
func Package(name string) string {
	if len(name) < 6 || len(name) > 20 {
		return ""
	}
	for _, known := range packages[name[0]] {
		if d := len(name) - len(known); d < -1 || d > 1 || name == known {
			continue
		}
		if slip(name, known) {
			return known
		}
	}
	return ""
}

// slip compares two names of which neither is the other.
func slip(a, b string) bool {
	start, end := 0, 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	x, y := a[start:len(a)-end], b[start:len(b)-end]
	switch {
	case len(x) == 2 && len(y) == 2:
		return x[0] == y[1] && x[1] == y[0]
	case len(x) == 1 && len(y) == 1:
		return start > 1 && end > 0 && letter(x[0]) && letter(y[0])
	case len(x)+len(y) == 1:
		return start > 1 && end > 0 && letter((x + y)[0])
	}
	return false
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' }
