package extension

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// VSIXManifest is extension.vsixmanifest: what the Marketplace is told about
// the extension. VS Code itself believes package.json.
type VSIXManifest struct {
	// ID is the extension's name, without the publisher.
	ID, Publisher, Version string
	// TargetPlatform is empty when the extension is for all platforms.
	TargetPlatform           string
	Language                 string
	DisplayName, Description string
	// Tags, Categories and GalleryFlags are as written, split at commas.
	Tags, Categories, GalleryFlags []string
	// Properties are in the order written ("Microsoft.VisualStudio.Code.Engine").
	Properties []Pair
	// Assets are the files with a role, their paths as written.
	Assets []Asset
	// InstallationTargets are the products asked for, "Microsoft.VisualStudio.Code".
	InstallationTargets []string
}

// Asset is a file of the archive with a role.
type Asset struct {
	// Type is the role: "Microsoft.VisualStudio.Code.Manifest".
	Type string
	// Path is relative to the archive's root ("extension/package.json").
	Path        string
	Addressable bool
}

// Property returns a property's value, or nothing.
func (v *VSIXManifest) Property(id string) string {
	for _, p := range v.Properties {
		if p.Key == id {
			return p.Value
		}
	}
	return ""
}

// Engine is the range of VS Code versions asked for.
func (v *VSIXManifest) Engine() string { return v.Property("Microsoft.VisualStudio.Code.Engine") }

type xmlManifest struct {
	XMLName  xml.Name `xml:"PackageManifest"`
	Metadata struct {
		Identity struct {
			ID             string `xml:"Id,attr"`
			Version        string `xml:"Version,attr"`
			Publisher      string `xml:"Publisher,attr"`
			Language       string `xml:"Language,attr"`
			TargetPlatform string `xml:"TargetPlatform,attr"`
		}
		DisplayName  string
		Description  string
		Tags         string
		Categories   string
		GalleryFlags string
		Properties   struct {
			Property []struct {
				ID    string `xml:"Id,attr"`
				Value string `xml:"Value,attr"`
			}
		}
	}
	Installation struct {
		InstallationTarget []struct {
			ID string `xml:"Id,attr"`
		}
	}
	Assets struct {
		Asset []struct {
			Type        string `xml:"Type,attr"`
			Path        string `xml:"Path,attr"`
			Addressable string `xml:"Addressable,attr"`
		}
	}
}

// maxXMLTokens bounds the work of decoding; the largest manifests have a few
// hundred.
const maxXMLTokens = 100_000

// ParseVSIXManifest reads an extension.vsixmanifest. Its error says the line.
func ParseVSIXManifest(data []byte, limits Limits) (*VSIXManifest, error) {
	limits = limits.withDefaults()
	if int64(len(data)) > limits.MaxManifest {
		return nil, fmt.Errorf("reading extension.vsixmanifest: it is %d bytes, over the limit of %d", len(data), limits.MaxManifest)
	}
	if err := checkXML(data, limits.MaxDepth); err != nil {
		return nil, fmt.Errorf("reading extension.vsixmanifest: %w", err)
	}
	var x xmlManifest
	if err := xml.Unmarshal(data, &x); err != nil {
		return nil, fmt.Errorf("reading extension.vsixmanifest: %w", err)
	}
	id := x.Metadata.Identity
	v := &VSIXManifest{
		ID: id.ID, Publisher: id.Publisher, Version: id.Version, Language: id.Language, TargetPlatform: id.TargetPlatform,
		DisplayName: strings.TrimSpace(x.Metadata.DisplayName), Description: strings.TrimSpace(x.Metadata.Description),
		Tags: commas(x.Metadata.Tags), Categories: commas(x.Metadata.Categories), GalleryFlags: strings.Fields(x.Metadata.GalleryFlags),
	}
	for _, p := range x.Metadata.Properties.Property {
		v.Properties = append(v.Properties, Pair{Key: p.ID, Value: p.Value})
	}
	for _, t := range x.Installation.InstallationTarget {
		v.InstallationTargets = append(v.InstallationTargets, t.ID)
	}
	for _, a := range x.Assets.Asset {
		v.Assets = append(v.Assets, Asset{a.Type, a.Path, a.Addressable == "true"})
	}
	return v, nil
}

// checkXML bounds depth and size before anything is kept, and refuses document
// type declarations: encoding/xml expands no entities, other readers do.
func checkXML(data []byte, maxDepth int) error {
	dec := xml.NewDecoder(bytes.NewReader(data))
	depth, roots := 0, 0
	for n := 0; ; n++ {
		if n > maxXMLTokens {
			return fmt.Errorf("it has more than %d parts", maxXMLTokens)
		}
		token, err := dec.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		line, _ := dec.InputPos()
		switch token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			if depth++; depth > maxDepth {
				return fmt.Errorf("line %d: elements nest deeper than %d levels", line, maxDepth)
			}
		case xml.EndElement:
			depth--
		case xml.Directive:
			return fmt.Errorf("line %d: a document type declaration does not belong here", line)
		}
	}
	if roots != 1 {
		return errors.New("it should have one root element")
	}
	return nil
}

func commas(s string) []string {
	var list []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}
