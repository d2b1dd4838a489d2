package gallery

import (
	"context"
	"net/http"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

// KnownService is the name of the question for the best-known extensions.
const KnownService = "marketplace-known"

// The query's words: extensions of VS Code, none that is unpublished, by
// installs, the most first; of each its names and statistics.
const (
	filterTarget  = 8
	filterExclude = 12
	target        = "Microsoft.VisualStudio.Code"
	unpublished   = "4096"
	byInstalls    = 4
	flagsKnown    = 0x100
)

const (
	// wellKnown is how many installs make an extension well known: those of the
	// list that ships have as many.
	wellKnown = 400_000
	// pages of pageSize are asked for; together they are about twice the list that
	// ships.
	pages    = 2
	pageSize = 500
	// maxDisplay bounds a name for people, in bytes.
	maxDisplay = 256
)

// Known lists the best-known extensions, by installs. It says nothing of the
// extension that is scanned: the question is the same for all.
func (c Client) Known(ctx context.Context) ([]lookalike.Name, error) {
	var out []lookalike.Name
	for page := 1; page <= pages; page++ {
		body, err := KnownQuestion(page)
		if err != nil {
			return nil, err
		}
		got, err := c.Web.Do(ctx, web.Request{
			Service: KnownService, Method: http.MethodPost, URL: c.Base + "/_apis/public/gallery/extensionquery", Accept: queryVersion, Body: body,
		})
		if err != nil {
			return nil, err
		}
		names, more, err := readKnown(got, page == 1)
		if err != nil {
			return nil, err
		}
		if out = append(out, names...); !more {
			break
		}
	}
	return out, nil
}

// KnownQuestion is the body of the question for one page, from 1.
func KnownQuestion(page int) ([]byte, error) {
	return question(KnownService, filter{
		Criteria:   []criterion{{filterTarget, target}, {filterExclude, unpublished}},
		PageNumber: page, PageSize: pageSize, SortBy: byInstalls,
	}, flagsKnown)
}

// ReadKnown reads the answer for one page: the extensions of it that are well
// known. more says that the next page may hold more of them. A first page
// without any extension is no answer.
func ReadKnown(body []byte) (names []lookalike.Name, more bool, err error) {
	return readKnown(body, true)
}

func readKnown(body []byte, first bool) (names []lookalike.Name, more bool, err error) {
	var a answer
	if err := web.Decode(KnownService, body, &a); err != nil {
		return nil, false, err
	}
	if len(a.Results) != 1 || len(a.Results[0].Extensions) > pageSize {
		return nil, false, web.Unreadable(KnownService, "it does not answer one question with one page")
	}
	list := a.Results[0].Extensions
	if len(list) == 0 && first {
		return nil, false, web.Unreadable(KnownService, "it lists no extension")
	}
	for _, e := range list {
		installs := e.statistic("install")
		if installs == nil || *installs < wellKnown || !word(e.Publisher.PublisherName) || !word(e.ExtensionName) {
			continue
		}
		display := e.DisplayName
		if len(display) > maxDisplay || !escape.IsPrintable(display, maxDisplay) {
			// A name that cannot be shown protects nobody.
			display = ""
		}
		names = append(names, lookalike.Name{ID: e.Publisher.PublisherName + "." + e.ExtensionName, Display: display})
	}
	return names, len(names) > 0 && len(list) == pageSize, nil
}

// word holds for what the gallery takes as the name of a publisher or an
// extension.
func word(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	return s != "" && len(s) <= 128 && strings.Trim(s, letters) == ""
}
