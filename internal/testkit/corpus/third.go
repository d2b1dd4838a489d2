package corpus

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// third are the third-party extensions with code for an extension host that npm packages hold as they are
// installed, under licences that let anybody fetch and run them. The extensions of @sap/* are not among
// them: whoever downloads one agrees to a contract. Themes and grammars run nothing.
var third = []struct {
	id  string
	pkg npm.Package
}{
	{"astro-build.astro-vscode", npm.Package{
		Name:      "astro-vscode",
		Version:   "2.16.19",
		Integrity: "sha512-NP7L6ialc9N/8ODDMr0GdRrWRJYGWjlxLUDBaGFkRhNtzqYZrsUXlOQFceJtg5OtUYYV4H6or6HEjN83dgAMMw==",
	}},
	{"mcu-debug.debug-tracker-vscode", npm.Package{
		Name:      "debug-tracker-vscode",
		Version:   "0.0.14",
		Integrity: "sha512-hCXR/8Sy5PEK3vlRI1Q+LiphSFtNeTDR9cmGodCwZJWcSMEQopR5eWDcs1qAifv+9gvqM/Q4zcBOF2SxP+W2pA==",
	}},
	{"theia.vscode-builtin-html-language-features", npm.Package{
		Name:      "@theia/vscode-builtin-html-language-features",
		Version:   "0.2.1",
		Integrity: "sha512-iD8b3Zq5eY0A00Pi8R14yQwVFcDcAOULQMyrC+S3ttibNCs2tgW2E7+oP2o1zx3z3V1Efe44yB57dPYyvCxQDA==",
	}},
	{"webhint.vscode-webhint", npm.Package{
		Name:      "vscode-webhint",
		Version:   "2.1.15",
		Integrity: "sha512-sRveRRdhbjqZqdNhk9dpLT5LU69VzMfEOJEv7jDHEqpRsXGeYEP/cgyV0tbfuXZWNePzJQwpi+Owkn4FHZabwQ==",
	}},
}

// FetchThird returns the directory of the third-party extensions, each in a folder named by its id, fetching it on
// first use (7 MB). It is shared: nobody writes into it.
func FetchThird(ctx context.Context) (string, error) {
	pins := sha256.New()
	for _, t := range third {
		fmt.Fprintln(pins, t.id, t.pkg, t.pkg.Integrity)
	}
	return npm.Cached(ctx, fmt.Sprintf("corpus-third-%x", pins.Sum(nil)[:6]), func(ctx context.Context, dir string) error {
		for _, t := range third {
			if err := npm.Unpacked(ctx, filepath.Join(dir, t.id), t.pkg, nil); err != nil {
				return err
			}
		}
		return nil
	})
}
