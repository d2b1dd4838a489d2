package multitool

// excused are the rules of the validator that do not hold for us, and why.
var excused = map[string]string{
	"SARIF2002": "messages are whole sentences, not templates with arguments: GitHub shows the text",
	"SARIF2003": "which commit was scanned is the uploader's knowledge: a report names no repository",
	"SARIF2006": "it asks the network whether addresses can be reached",
	"SARIF2009": "our rules are named for their check and severity, not CA1001",
	"SARIF2010": "snippets: GitHub has the file",
	"SARIF2011": "snippets around the place: GitHub has the file",
	"SARIF2013": "fix objects need an exact region of a file that may be formatted anyhow; the message says the edit",
}

// Excused says that a complaint is about something that was decided otherwise.
// It is never one of level error or warning.
func (c Complaint) Excused() bool { return c.Level == "note" && excused[c.Rule] != "" }
