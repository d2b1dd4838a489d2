package gallery

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// show is one page of the gallery.
type show struct {
	// name is that of the file in testdata and of the page.
	name string
	// title and about are what the page says of it; group is its part of the index.
	title, about, group string
	// steps are commands; one that is shown begins with "$ ", another with "> ".
	steps []string
	// shows are the files that the page has below what is printed.
	shows []string
	// files are what lies in the folder; order is how they stand in the file.
	files map[string]string
	order []string
}

var mark = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// readShow reads a file of testdata.
func readShow(t *testing.T, file, name string) show {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := parseShow(name, string(data))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return s
}

func parseShow(name, text string) (show, error) {
	s := show{name: name, files: map[string]string{}}
	marks := mark.FindAllStringSubmatchIndex(text, -1)
	head := text
	for i, m := range marks {
		if i == 0 {
			head = text[:m[0]]
		}
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		file := text[m[2]:m[3]]
		s.files[file] = text[m[1]:end]
		s.order = append(s.order, file)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(head), "\n") {
		switch {
		case strings.HasPrefix(line, "# "):
			s.title = line[2:]
		case strings.HasPrefix(line, "group "):
			s.group = line[len("group "):]
		case strings.HasPrefix(line, "shows "):
			s.shows = strings.Fields(line)[1:]
		case strings.HasPrefix(line, "$ "), strings.HasPrefix(line, "> "):
			s.steps = append(s.steps, line)
		default:
			s.about = strings.TrimSpace(s.about + "\n" + line)
		}
	}
	for _, f := range s.shows {
		if _, ok := s.files[f]; !ok {
			return s, fmt.Errorf("it shows %s, which is not in it", f)
		}
	}
	if s.title == "" || s.about == "" || s.group == "" || len(s.steps) == 0 {
		return s, fmt.Errorf("it lacks a title, a paragraph, a group or a command")
	}
	return s, nil
}

var word = regexp.MustCompile(`'[^']*'|\S+`)

// words splits a command as a shell does, as far as shows need it.
func words(line string) []string {
	var out []string
	for _, w := range word.FindAllString(line, -1) {
		if len(w) > 1 && w[0] == '\'' {
			w = w[1 : len(w)-1]
		}
		out = append(out, w)
	}
	return out
}
