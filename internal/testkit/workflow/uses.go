package workflow

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

var pinned = regexp.MustCompile(`^[0-9a-f]{40}$`)

// uses splits what a step uses, which is pinned to a commit or lies in the workspace.
func uses(text string) (name, local string, err error) {
	if rest, ok := strings.CutPrefix(text, "./"); ok {
		return "", rest, nil
	}
	name, pin, _ := strings.Cut(text, "@")
	if !pinned.MatchString(pin) {
		return "", "", errors.New(text + " is not pinned to a commit")
	}
	for _, known := range []string{Upload, Download} {
		if n, _, _ := strings.Cut(known, "@"); n == name && text != known {
			return "", "", fmt.Errorf("%s is another commit than the stand-in was derived from: read its source again", text)
		}
	}
	return name, "", nil
}
