package change

import "github.com/ringfence-dev/ringfence/internal/format"

// Formats are the formats of a difference, the default first. A new one is a line
// here and the method that writes it.
var Formats = format.List[format.Document[Diff]]{
	format.Text("text", Diff.Text),
	format.New("json", Diff.JSON),
	format.Text("markdown", Diff.Markdown),
}
