package finding

import "testing"

// TestNobodyRated: the zero value counts for nothing, and is below each level.
func TestNobodyRated(t *testing.T) {
	var f Finding
	if f.Severity != None || f.Severity >= Low || f.Severity.String() != "none" {
		t.Errorf("a finding that nobody rated is %s", f.Severity)
	}
	for _, s := range []Severity{None, Low, Medium, High, Critical} {
		text, err := s.MarshalText()
		var back Severity
		if err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%s is read back as %s", text, back)
		}
	}
}
