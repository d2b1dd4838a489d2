package review

import "github.com/ringfence-dev/ringfence/internal/format"

// Written is a result with the files that Files made of it.
type Written struct {
	Result Result
	Files  map[string][]byte
}

// Formats are the formats of a review, the default first. A new one is a line here, and
// what writes it in files.go.
var Formats = format.List[format.Document[Written]]{
	format.Text("text", func(w Written) string { return w.Result.Text() }),
	format.New("json", func(w Written) ([]byte, error) { return w.Files[JSONFile], nil }),
	format.New("markdown", func(w Written) ([]byte, error) { return w.Files[MarkdownFile], nil }),
	format.New("html", func(w Written) ([]byte, error) { return w.Result.HTML() }),
}
