package extension

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
)

const manifestName = "package.json"

// ParseManifest reads a package.json with the texts of its translations. An
// error means that it is no JSON object at all; it names line and column.
func ParseManifest(data []byte, words map[string]string, limits Limits) (*Manifest, error) {
	limits = limits.withDefaults()
	if int64(len(data)) > limits.MaxManifest {
		return nil, fmt.Errorf("reading package.json: it is %d bytes, over the limit of %d", len(data), limits.MaxManifest)
	}
	doc, err := jsondoc.Parse(data, limits.MaxDepth)
	if err != nil {
		return nil, fmt.Errorf("reading package.json:%w", err)
	}
	if doc.Root.Kind != jsondoc.Object {
		line, col := doc.At(doc.Root.Start)
		return nil, fmt.Errorf("reading package.json:%d:%d: expected an object, found %s", line, col, article(doc.Root.Kind))
	}
	d := &decoder{file: manifestName, doc: doc, words: words}
	m := d.manifest()
	m.doc, m.words = doc, words
	for _, at := range doc.Duplicates {
		d.problem(DuplicateKey, at, "%s is written more than once; the last one counts", strconv.QuoteToASCII(at))
	}
	m.problems = d.finish()
	return m, nil
}

func (d *decoder) manifest() *Manifest {
	r := d.root()
	m := &Manifest{
		Name:        d.str(r.get("name")),
		Publisher:   d.str(r.get("publisher")),
		Version:     d.str(r.get("version")),
		DisplayName: d.text(r.get("displayName")),
		Description: d.text(r.get("description")),
		Main:        d.str(r.get("main")),
		Browser:     d.browser(r.get("browser")),
		Type:        d.str(r.get("type")),
		License:     d.license(r.get("license")),
		Icon:        d.str(r.get("icon")),
		Homepage:    d.str(r.get("homepage")),
		Repository:  d.repository(r.get("repository")),
		Preview:     d.boolean(r.get("preview")),
		Private:     d.boolean(r.get("private")),
		Pricing:     d.str(r.get("pricing")),
		API:         d.str(r.get("api")),

		Engines:              d.pairs(r.get("engines")),
		ActivationEvents:     d.items(r.get("activationEvents")),
		Categories:           d.items(r.get("categories")),
		Keywords:             d.items(r.get("keywords")),
		ExtensionKind:        d.itemOrItems(r.get("extensionKind")),
		ExtensionPack:        d.items(r.get("extensionPack")),
		EnabledAPIProposals:  d.items(r.get("enabledApiProposals")),
		Scripts:              d.pairs(r.get("scripts")),
		Files:                d.items(r.get("files")),
		HasFiles:             r.get("files").is(jsondoc.Array),
		Dependencies:         d.pairs(r.get("dependencies")),
		DevDependencies:      d.pairs(r.get("devDependencies")),
		OptionalDependencies: d.pairs(r.get("optionalDependencies")),
		PeerDependencies:     d.pairs(r.get("peerDependencies")),
		BundledDependencies:  d.bundled(r),
		Metadata:             d.metadata(r.get("__metadata")),
	}
	m.ExtensionDependencies = d.items(r.get("extensionDependencies"))
	m.Capabilities = d.capabilities(r.get("capabilities"))
	m.Contributes = d.contributes(r.get("contributes"))
	for _, field := range []string{"name", "publisher", "version"} {
		if c := r.get(field); !c.exists() || c.is(jsondoc.String) && c.v.Text == "" {
			who := "VS Code refuses the extension"
			if field == "publisher" {
				who = "nobody can package or publish it"
			}
			d.problem(MissingField, "", "package.json has no %q, without which %s", field, who)
		}
	}
	if m.Engine("vscode") == "" {
		d.problem(MissingField, "", "package.json has no \"engines.vscode\", without which VS Code refuses the extension")
	}
	return m
}

// browser is a path in a VS Code manifest. npm's form, an object of
// replacements for bundlers, is legal there and no entry.
func (d *decoder) browser(c cursor) string {
	if c.is(jsondoc.Object) {
		return ""
	}
	return d.str(c)
}

// license is a name, or in old npm manifests an object with a type.
func (d *decoder) license(c cursor) string {
	if c.is(jsondoc.Object) {
		return d.str(c.get("type"))
	}
	return d.str(c)
}

func (d *decoder) repository(c cursor) string {
	if c.is(jsondoc.Object) {
		return d.str(c.get("url"))
	}
	return d.str(c)
}

// bundled reads both spellings npm takes. true means all dependencies, which
// npm writes out itself when it packs.
func (d *decoder) bundled(r cursor) []Item {
	c := r.get("bundledDependencies")
	if !c.exists() {
		c = r.get("bundleDependencies")
	}
	if c.is(jsondoc.Bool) {
		return nil
	}
	return d.items(c)
}

func (d *decoder) metadata(c cursor) *Metadata {
	if !c.exists() {
		return nil
	}
	if !c.is(jsondoc.Object) {
		d.wrong(c, "an object")
		return nil
	}
	return &Metadata{
		ID:                   d.str(c.get("id")),
		PublisherID:          d.publisherID(c.get("publisherId")),
		PublisherDisplayName: d.str(c.get("publisherDisplayName")),
		TargetPlatform:       d.str(c.get("targetPlatform")),
		Source:               d.str(c.get("source")),
		IsPreReleaseVersion:  d.boolean(c.get("isPreReleaseVersion")),
		IsMachineScoped:      d.boolean(c.get("isMachineScoped")),
		IsBuiltin:            d.boolean(c.get("isBuiltin")),
		Pinned:               d.boolean(c.get("pinned")),
		InstalledTimestamp:   d.integer(c.get("installedTimestamp")),
		Pointer:              c.at,
	}
}

// publisherID is a string, or in the manifests of VS Code's own extensions an
// object.
func (d *decoder) publisherID(c cursor) string {
	if c.is(jsondoc.Object) {
		return d.str(c.get("publisherId"))
	}
	return d.str(c)
}

func (d *decoder) capabilities(c cursor) Capabilities {
	if c.exists() && !c.is(jsondoc.Object) {
		d.wrong(c, "an object")
		return Capabilities{}
	}
	s := d.support(c.get("untrustedWorkspaces"))
	switch {
	case s == nil:
	case s.Bare:
		s.Level = ""
		d.problem(
			WrongType,
			s.Pointer,
			"%s should be an object with \"supported\"; VS Code takes it for nothing",
			strconv.QuoteToASCII(s.Pointer),
		)
	case s.Raw != "" && s.Level == "":
		d.problem(
			WrongType,
			s.Pointer,
			"%s says neither true, false nor \"limited\"; VS Code runs whatever does not say false",
			strconv.QuoteToASCII(s.Pointer),
		)
	}
	return Capabilities{UntrustedWorkspaces: s, VirtualWorkspaces: d.support(c.get("virtualWorkspaces"))}
}

func (d *decoder) support(c cursor) *Support {
	if !c.exists() {
		return nil
	}
	s := &Support{Pointer: c.at, Bare: !c.is(jsondoc.Object)}
	supported := c
	if !s.Bare {
		// Not get: VS Code tells null from nothing here.
		supported = cursor{c.v.Get("supported"), jsondoc.Pointer(c.at, "supported")}
		s.Description, s.DescriptionKey = d.textKey(c.get("description"))
		s.RestrictedConfigurations = d.items(c.get("restrictedConfigurations"))
	}
	s.Raw = d.raw(supported)
	switch {
	case supported.is(jsondoc.Bool):
		s.Level = strconv.FormatBool(supported.v.True)
	case supported.is(jsondoc.String) && supported.v.Text == "limited":
		s.Level = "limited"
	}
	return s
}

func lowerID(publisher, name string) string {
	return strings.ToLower(publisher + "." + name)
}
