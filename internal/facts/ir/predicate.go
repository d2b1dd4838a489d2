package ir

import "strings"

// predicates are the words by which a method says that it judges what it is
// given. What it asks is not looked into: a person wrote a test and acts on it,
// and whether the test is strict enough is for that person. Such names are kept
// by minifiers, as they are properties.
var predicates = []string{"valid", "safe", "allowed", "permitted", "allowlisted", "whitelisted", "identifier"}

// Predicate reports whether a method's name says that it judges its argument:
// isValidName, isSafe, isAllowedHost. isInvalid and isUnsafe say the opposite,
// and are no such names.
func Predicate(name string) bool {
	rest, ok := strings.CutPrefix(name, "is")
	if !ok {
		return false
	}
	rest = strings.TrimPrefix(strings.ToLower(rest), "_")
	for _, p := range predicates {
		if strings.HasPrefix(rest, p) {
			return true
		}
	}
	return false
}
