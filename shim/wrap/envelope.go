package wrap

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// The entries of an archive that lie outside the extension's folder.
const (
	manifestEntry = "extension.vsixmanifest"
	typesEntry    = "[Content_Types].xml"
)

// envelope writes what makes an archive of a folder installable: only what an
// editor reads to install it, all of it taken from package.json. A Marketplace
// wants more, and does not get a wrapped copy.
func envelope(ext *extension.Extension, names []string) map[string][]byte {
	m := ext.Manifest
	properties := []string{
		property("Engine", m.Engine("vscode")), property("ExtensionDependencies", words(m, "/extensionDependencies")),
		property("ExtensionPack", words(m, "/extensionPack")), property("ExtensionKind", words(m, "/extensionKind")),
	}
	display := m.DisplayName
	if display == "" {
		display = m.Name
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"/>
    <DisplayName>%s</DisplayName>
    <Description xml:space="preserve">%s</Description>
    <Properties>
%s    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
`, escaped(m.Name), escaped(m.Version), escaped(m.Publisher), escaped(display), escaped(m.Description), strings.Join(properties, ""))
	return map[string][]byte{manifestEntry: b.Bytes(), typesEntry: types(names)}
}

func property(id, value string) string {
	return fmt.Sprintf("      <Property Id=\"Microsoft.VisualStudio.Code.%s\" Value=\"%s\"/>\n", id, escaped(value))
}

// words joins a list of texts; what is none is left out.
func words(m *extension.Manifest, pointer string) string {
	var list []string
	if json.Unmarshal([]byte(m.Raw(pointer)), &list) != nil {
		return ""
	}
	return strings.Join(list, ",")
}

// types says of every ending what it is; editors do not look.
func types(names []string) []byte {
	endings := []string{".json", ".vsixmanifest"}
	for _, n := range names {
		if e := path.Ext(n); e != "" {
			endings = append(endings, e)
		}
	}
	slices.Sort(endings)
	var b strings.Builder
	b.WriteString(
		`<?xml version="1.0" encoding="utf-8"?>` + "\n" + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
	)
	for _, e := range slices.Compact(endings) {
		kind := "application/octet-stream"
		switch e {
		case ".json":
			kind = "application/json"
		case ".vsixmanifest":
			kind = "text/xml"
		}
		fmt.Fprintf(&b, `<Default Extension="%s" ContentType="%s"/>`, escaped(e), kind)
	}
	b.WriteString("</Types>\n")
	return []byte(b.String())
}

func escaped(s string) string {
	var b bytes.Buffer
	if xml.EscapeText(&b, []byte(s)) != nil {
		return ""
	}
	return b.String()
}
