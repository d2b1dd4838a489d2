package lookalike

import "testing"

func TestPackage(t *testing.T) {
	for name, want := range map[string]string{
		"lodahs": "lodash", "lodahs-es": "lodash-es", "exprress": "express", "exprss": "express", "lodash": "", "webpack5": "",
		"typescripts": "", "typescrlpt": "typescript", "request": "", "mongoosse": "mongoose", "django-x": "", "eslint": "", "tslint": "",
		"crypto": "", "commands": "", "commender": "commander", "": "",
	} {
		if got := Package(name); got != want {
			t.Errorf("Package(%q) = %q, want %q", name, got, want)
		}
	}
}
