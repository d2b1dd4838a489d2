package supplychain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// maxInfo bounds an extension-info file.
const maxInfo = 1 << 20

// ReadInfo reads how a marketplace lists an extension from a file that somebody
// brings along, extension-info.json: installCount, ratingCount, isVerified and
// lastUpdated, the words of the published matrix, and versions, a list of version
// and lastUpdated as the gallery has it. What is absent is not known; what is there
// has to make sense. Other fields are passed over.
func ReadInfo(r io.Reader, from Registry) (*Listing, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInfo+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxInfo {
		return nil, fmt.Errorf("it is over the limit of %d bytes", maxInfo)
	}
	var info *struct {
		InstallCount, RatingCount *int64
		IsVerified                *bool
		LastUpdated               *string
		Versions                  []struct {
			Version     string
			LastUpdated *string
		}
	}
	if err := json.Unmarshal(data, &info); err != nil || info == nil {
		return nil, errors.New(
			`it is no object with installCount, ratingCount (whole numbers), isVerified (true or false), lastUpdated (a day) and versions`,
		)
	}
	l := &Listing{Registry: from, Published: true, Installs: info.InstallCount, Ratings: info.RatingCount, Verified: info.IsVerified}
	for _, n := range []*int64{l.Installs, l.Ratings} {
		if n != nil && *n < 0 {
			return nil, errors.New("a count is negative")
		}
	}
	if s := info.LastUpdated; s != nil {
		if l.Updated, err = day(*s); err != nil {
			return nil, err
		}
	}
	for _, v := range info.Versions {
		if v.Version == "" || len(v.Version) > 100 {
			return nil, errors.New("a version has no name, or too long a one")
		}
		r := Release{Version: v.Version}
		if v.LastUpdated != nil {
			if r.Day, err = day(*v.LastUpdated); err != nil {
				return nil, err
			}
		}
		l.Releases = append(l.Releases, r)
	}
	l.Releases = Sorted(l.Releases)
	if l.Installs == nil && l.Ratings == nil && l.Verified == nil && l.Updated == "" && l.Releases == nil {
		return nil, errors.New("it says none of installCount, ratingCount, isVerified, lastUpdated and versions")
	}
	return l, nil
}

// day reads a day, or the day of a time.
func day(s string) (string, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t, err = time.Parse(time.DateOnly, s)
	}
	if err != nil {
		return "", errors.New("lastUpdated is no day such as 2027-01-31 and no time such as 2027-01-31T12:00:00Z")
	}
	return t.UTC().Format(time.DateOnly), nil
}
