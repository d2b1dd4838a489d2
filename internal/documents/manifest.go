package documents

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// editor is engines.vscode of the manifest; empty when there is none to read.
func editor(p *process.Process, target string) string {
	return textAt(manifestOf(p, target), "/engines/vscode")
}

// manifestOf is package.json; nil when there is none to read.
func manifestOf(p *process.Process, target string) *jsondoc.Document {
	path := filepath.Join(target, "package.json")
	if info, err := os.Stat(p.Path(path)); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := p.ReadInput(path, policy.MaxBytes)
	if err != nil {
		return nil
	}
	doc, err := jsondoc.Parse(data, 100)
	if err != nil {
		return nil
	}
	return doc
}

// idOf is publisher.name of the manifest; empty when it names neither or there is
// none to read.
func idOf(p *process.Process, target string) string {
	doc := manifestOf(p, target)
	publisher, name := textAt(doc, "/publisher"), textAt(doc, "/name")
	if publisher == "" || name == "" {
		return ""
	}
	return strings.ToLower(publisher + "." + name)
}

func textAt(doc *jsondoc.Document, at string) string {
	if doc == nil {
		return ""
	}
	if v := doc.Find(at); v != nil && v.Kind == jsondoc.String {
		return v.Text
	}
	return ""
}
