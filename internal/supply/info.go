package supply

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
// lastUpdated, the words of the published matrix. What is absent is not known;
// what is there has to make sense. Other fields are passed over.
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
	}
	if err := json.Unmarshal(data, &info); err != nil || info == nil {
		return nil, errors.New(`it is no object with installCount, ratingCount (whole numbers), isVerified (true or false) and lastUpdated (a day)`)
	}
	l := &Listing{Registry: from, Published: true, Installs: info.InstallCount, Ratings: info.RatingCount, Verified: info.IsVerified}
	for _, n := range []*int64{l.Installs, l.Ratings} {
		if n != nil && *n < 0 {
			return nil, errors.New("a count is negative")
		}
	}
	if s := info.LastUpdated; s != nil {
		t, err := time.Parse(time.RFC3339, *s)
		if err != nil {
			t, err = time.Parse(time.DateOnly, *s)
		}
		if err != nil {
			return nil, errors.New("lastUpdated is no day such as 2027-01-31 and no time such as 2027-01-31T12:00:00Z")
		}
		l.Updated = t.UTC().Format(time.DateOnly)
	}
	if l.Installs == nil && l.Ratings == nil && l.Verified == nil && l.Updated == "" {
		return nil, errors.New("it says none of installCount, ratingCount, isVerified and lastUpdated")
	}
	return l, nil
}
