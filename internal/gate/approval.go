package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Change says whose change is judged.
type Change struct {
	// Head is the commit that is judged, in hexadecimal.
	Head string
	// Author opened the change; Pushed are further accounts with commits in it, as
	// far as the forge knows them.
	Author string
	Pushed []string
	// AuthorID and PushedIDs are the numbers of accounts, which stay when somebody is
	// renamed; zero: not known.
	AuthorID  int64
	PushedIDs []int64
	// Beside names what the change touches besides the documents below .ringfence,
	// or says why nobody knows; empty: nothing.
	Beside string
}

// Approval is what the forge's API says of one person's agreement. It is never
// read from a file, a title or a comment's text of the change.
type Approval struct {
	// Gate is what was agreed to.
	Gate Name
	// By is the account; Means is how ("label", "review"), for people.
	By, Means string
	// Head is the commit it was given for.
	Head string
	// Writes says that the account may write to the repository: the forge's word.
	Writes bool
	// ID is the number of the account; zero: not known.
	ID int64
	// Robot says that the account is an app or a bot.
	Robot bool
	// Confirms says that a job of this very run waited for the account's approval.
	// It is what somebody who works alone has: it counts for the author as well, but
	// only for a change of nothing but the documents below .ringfence.
	Confirms bool
}

// confirmable are the gates that a confirmation opens.
var confirmable = []Name{Widening, Settings}

// Confirmable reports whether the environment's approval can open the gate.
func (n Name) Confirmable() bool { return slices.Contains(confirmable, n) }

// counted returns who opened which gate, and of what does not count why not.
func (c Change) counted(approvals []Approval) (opened map[Name]string, refused []string) {
	opened = map[Name]string{}
	for _, a := range approvals {
		if why := c.objection(a); why != "" {
			refused = append(refused, line(fmt.Sprintf("the %s of %s for %s does not count: %s", a.Means, a.By, a.Gate, why)))
			continue
		}
		if _, ok := opened[a.Gate]; !ok {
			opened[a.Gate] = escape.Printable(a.By, finding.MaxMessage)
		}
	}
	return opened, refused
}

// objection says why an approval does not count; empty: it does. Accounts are
// compared without regard to case, as forges do.
func (c Change) objection(a Approval) string {
	switch {
	case !a.Gate.Acceptable():
		return "this gate is not opened by agreement"
	case c.Head == "" || a.Head != c.Head:
		return "it was given for another commit"
	case a.By == "":
		return "nobody is named"
	case a.Robot:
		return "it is no person's account"
	case !a.Writes:
		return "the account may not write here"
	case a.Confirms && !a.Gate.Confirmable():
		return "this gate is not opened by a confirmation"
	case a.Confirms && c.Beside != "":
		return "a confirmation is for a change of nothing but the documents below .ringfence: " + c.Beside
	case a.Confirms:
		return ""
	case c.Author == "":
		return "it is not known whose change this is"
	case strings.EqualFold(a.By, c.Author), a.ID != 0 && a.ID == c.AuthorID:
		return "nobody accepts their own change"
	}
	for _, p := range c.Pushed {
		if strings.EqualFold(a.By, p) {
			return "the account has commits in the change"
		}
	}
	if a.ID != 0 && slices.Contains(c.PushedIDs, a.ID) {
		return "the account has commits in the change"
	}
	return ""
}
