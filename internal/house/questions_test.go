package house

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Each question has a short answer and a link to the page that has more.
func TestQuestionsAreAnsweredShortly(t *testing.T) {
	page, err := os.ReadFile("docs/guide/faq.md")
	if err != nil {
		t.Fatal(err)
	}
	questions := strings.Split(string(page), "\n### ")[1:]
	if len(questions) < 12 || len(questions) > 20 {
		t.Errorf("%d questions: a page of 12 to 20 is read", len(questions))
	}
	end := regexp.MustCompile(`[.?!](?:\)|\*\*)?(?:\s|$)`)
	for _, q := range questions {
		question, answer, _ := strings.Cut(q, "\n")
		answer, _, _ = strings.Cut(answer, "\n## ")
		if n := len(end.FindAllString(strings.TrimSpace(answer), -1)); n < 2 || n > 5 {
			t.Errorf("%s: the answer has %d sentences, and two to five are read", question, n)
		}
		if !strings.HasSuffix(question, "?") && !strings.Contains(question, "? ") {
			t.Errorf("%s: it asks nothing", question)
		}
		if !strings.Contains(answer, "](") {
			t.Errorf("%s: the answer leads nowhere", question)
		}
	}
}
