package scan_test

import (
	"context"
	"fmt"
	"log"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// A folder laid out as installed is scanned, without a network and without a child
// process.
func Example() {
	ctx := context.Background()
	ext, err := extension.LoadAs(ctx, "testdata/shell", extension.Directory, extension.DefaultLimits())
	if err != nil {
		log.Fatal(err)
	}
	options := scan.Options{Subject: "testdata/shell", Profile: verdict.Profiles()[0]}
	err = scan.Scan(ctx, ext, options, func(r scan.Result) error {
		fmt.Println(r.Extension.ID(), r.Report.Verdict.Category)
		for _, f := range r.Report.Findings {
			if f.Module == "code" {
				fmt.Println(f.Where, f.Check)
			}
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// acme.shell sandbox
	// main.js:5:85 code_dynamic_process
}
