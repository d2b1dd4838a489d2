package facts

import "github.com/ringfence-dev/ringfence/internal/facts/taint"

// What a Program says of flows and trails is of package taint. Whoever reads a Program needs
// only this package.

// Flow is a way by which data reaches a place that acts on it.
type Flow = taint.Flow

// Source is where the data comes in.
type Source = taint.Source

// Sink is where the data acts.
type Sink = taint.Sink

// SourceKind says who chooses the data.
type SourceKind = taint.SourceKind

// SinkKind says what the data can do.
type SinkKind = taint.SinkKind

// SinkRole says as what the data arrives at a sink.
type SinkRole = taint.SinkRole

// Trigger says why code runs.
type Trigger = taint.Trigger

// Chance is what decides whether something happens where no person does; see Use.Person.
const Chance = taint.Chance

// The triggers, the one that needs a person least first.
const (
	ByTimer   = taint.ByTimer
	ByEvent   = taint.ByEvent
	ByStart   = taint.ByStart
	ByCommand = taint.ByCommand
	ByUnknown = taint.ByUnknown
)

// The kinds of source of flows.
const (
	FromSetting   = taint.FromSetting
	FromFile      = taint.FromFile
	FromNetwork   = taint.FromNetwork
	FromRequest   = taint.FromRequest
	FromWebview   = taint.FromWebview
	FromURI       = taint.FromURI
	FromClipboard = taint.FromClipboard
)

// The sources of trails alone.
const (
	FromSecret      = taint.FromSecret
	FromToken       = taint.FromToken
	FromText        = taint.FromText
	FromEnvironment = taint.FromEnvironment
	FromMachine     = taint.FromMachine
	FromDecoded     = taint.FromDecoded
	FromCipher      = taint.FromCipher
	FromEntrusted   = taint.FromEntrusted
)

// VariablePrefix is what the source of a variable that holds a key begins with.
const VariablePrefix = taint.VariablePrefix

// Terminals is the source of what terminals show and are given.
const Terminals = taint.Terminals

// The sources of what git prints, of an archive that a program makes, of what a debugger hears and of files of variables.
const (
	GitSays       = taint.GitSays
	PackedFolder  = taint.PackedFolder
	DebugSessions = taint.DebugSessions
	Installed     = taint.Installed
	EnvFiles      = taint.EnvFiles
)

// SeesNobody holds for the address of an image that a page asks for and shows nobody.
func SeesNobody(s Sink) bool {
	return s.Module == taint.HiddenImage.Module && s.Member == taint.HiddenImage.Member
}

// IsNamed holds for a name that is read off the global object and decides what is called.
func IsNamed(s Sink) bool { return s.Module == taint.Named.Module && s.Member == taint.Named.Member }

// The kinds of sink of flows.
const (
	ToShell   = taint.ToShell
	ToProcess = taint.ToProcess
	ToCode    = taint.ToCode
	ToWrite   = taint.ToWrite
	ToNetwork = taint.ToNetwork
	ToTask    = taint.ToTask
	ToMarkup  = taint.ToMarkup
	ToRead    = taint.ToRead
)

// The sinks of trails alone.
const (
	ToSend = taint.ToSend
	ToFile = taint.ToFile
	ToPage = taint.ToPage
	ToHide = taint.ToHide
)

// The roles.
const (
	AsCommand = taint.AsCommand
	AsArgs    = taint.AsArgs
	AsPath    = taint.AsPath
	AsAddress = taint.AsAddress
	AsEnv     = taint.AsEnv
	AsText    = taint.AsText
	AsContent = taint.AsContent
)
