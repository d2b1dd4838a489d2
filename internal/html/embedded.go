package html

import "fmt"

// Digests are the sources by which the policy of a page that shows a page of this package
// in a frame allows its style and its script: a frame without an address of its own has
// both policies.
func Digests() (style, script string, err error) {
	for name, to := range map[string]*string{"assets/style.css": &style, "assets/script.js": &script} {
		data, err := assets.ReadFile(name)
		if err != nil {
			return "", "", fmt.Errorf("reading what a page holds: %w", err)
		}
		*to = digest(data)
	}
	return style, script, nil
}
