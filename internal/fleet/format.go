package fleet

import "github.com/ringfence-dev/ringfence/internal/format"

// Formats are the formats of a merged report, the default first. A new one is a line
// here and a file beside text.go.
var Formats = format.List[format.Document[*Report]]{
	format.Text("text", (*Report).Text),
	format.New("json", (*Report).Bytes),
	format.Text("markdown", (*Report).Markdown),
	format.New("html", (*Report).HTML),
}
