package github

import (
	"net/http"
	"strconv"
	"time"
)

// Limit is a limit on requests that is reached.
type Limit struct {
	// Operation is what is refused; empty: whatever comes.
	Operation string
	// Times is how many requests are refused.
	Times int
	// Lasts is how long GitHub says that it lasts.
	Lasts time.Duration
	// Secondary is the kind that names a wait; the other names the hour at which
	// the count begins anew.
	Secondary bool
}

// Limit lets requests run into a limit.
func (h *Hub) Limit(l Limit) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.limits = append(h.limits, l)
}

func (h *Hub) limited(name string) (Limit, bool) {
	for i := range h.limits {
		if l := &h.limits[i]; l.Times > 0 && (l.Operation == "" || l.Operation == name) {
			l.Times--
			return *l, true
		}
	}
	return Limit{}, false
}

func (l Limit) answer(c *call) answer {
	if l.Secondary {
		c.header.Set("Retry-After", strconv.Itoa(int(l.Lasts.Seconds())))
		return no(http.StatusForbidden, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.")
	}
	c.header.Set("X-Ratelimit-Remaining", "0")
	c.header.Set("X-Ratelimit-Reset", strconv.FormatInt(c.hub.now.Add(l.Lasts).Unix(), 10))
	return no(http.StatusForbidden, "API rate limit exceeded for installation.")
}
