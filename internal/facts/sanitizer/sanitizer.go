// Package sanitizer knows what makes data harmless, and for which kind of sink: functions that
// escape, regular expressions that a text was compared with, and what a replacement leaves.
//
// It sees names and patterns as the code writes them and no program. The taint engine (package
// facts) says where they stand and what goes through them.
package sanitizer

// Set is the kinds of sink at which data does no harm any more.
type Set uint16

// The kinds of sink, after those of package facts, and two marks that are no kind.
const (
	Shell Set = 1 << iota
	Process
	Code
	Write
	Network
	Task
	Markup
	Read
	Open // an address for a browser, whose scheme was looked at
	// UnderTrust is no kind: the data has gone through code that only runs in a
	// trusted workspace.
	UnderTrust
	// SetIn is no kind either: the data stands in a text that the code writes out,
	// where a placeholder was. It may say something else than was meant, and the
	// rest is the author's.
	SetIn

	All   = Open - 1     // the kinds before Open: behind it data is followed no further
	Paths = Write | Read // the path of a file
)

// Functions are functions known by their name alone, whoever wrote them.
var Functions = map[string]Set{
	"escapeHtml": Markup, "escapeHTML": Markup, "htmlEscape": Markup, "encodeHTML": Markup, "encodeHtml": Markup,
	"encodeEntities": Markup, "escapeXml": Markup, "escapeAttribute": Markup, "sanitizeHtml": Markup,
	"sanitize": Markup, "escape": Markup, "textToHtml": Markup,
	"parseInt": All, "parseFloat": All, "Number": All, "Boolean": All,
}
