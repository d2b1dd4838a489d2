package gate

import (
	"fmt"
	"strings"

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
	// Robot says that the account is an app or a bot.
	Robot bool
}

// counted gives who opened which gate, and of what does not count why not.
func (c Change) counted(approvals []Approval) (opened map[Name]string, refused []string) {
	opened = map[Name]string{}
	for _, a := range approvals {
		if why := c.objection(a); why != "" {
			refused = append(refused, line(fmt.Sprintf("the %s of %s for %s does not count: %s", a.Means, a.By, a.Gate, why)))
			continue
		}
		if _, ok := opened[a.Gate]; !ok {
			opened[a.Gate] = finding.Printable(a.By, finding.MaxMessage)
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
	case !a.Writes:
		return "the account may not write here"
	case a.Robot:
		return "it is no person's account"
	case c.Author == "":
		return "it is not known whose change this is"
	case strings.EqualFold(a.By, c.Author):
		return "nobody accepts their own change"
	}
	for _, p := range c.Pushed {
		if strings.EqualFold(a.By, p) {
			return "the account has commits in the change"
		}
	}
	return ""
}
