package taint

import (
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// maxRoom bounds how far what a message comes from is followed back to where it was made.
const maxRoom = 32

// isRoom reports that a value is a connection over which others send messages: a WebSocket or what is built like one,
// or a stream of events, wherever its address comes from.
func (t *Engine) isRoom(n int32) bool {
	seen := map[int32]bool{}
	queue := []int32{n}
	for len(queue) > 0 && len(seen) < maxRoom {
		n, queue = queue[0], queue[1:]
		if n <= 0 || seen[n] {
			continue
		}
		seen[n] = true
		if t.roomAt(n) {
			return true
		}
		queue = append(queue, t.preds(n)...)
	}
	return false
}

func (t *Engine) roomAt(n int32) bool {
	s := t.s
	is := false
	s.Each(n, func(k solver.Token) {
		switch s.Kind(k) {
		case solver.KindSymbol:
			r := s.SymbolOf(k)
			is = is || r.Module == "globals" && (r.Member == "WebSocket()" || r.Member == "EventSource()")
		case solver.KindInstance:
			is = is || t.builtAsRoom(k)
		}
	})
	if is {
		return true
	}
	u, v, _ := s.Code(n)
	return v != nil && v.Op == ir.OpNew && roomNames().MatchString(t.calleeName(u, v))
}

var roomNames = lazyregexp.Lazy(`(?i)^(\w*websocket|ws|eventsource|\w*websocketclient|rtcdatachannel)$`)

// builtAsRoom reports that a class has what a WebSocket has, whatever a minifier calls it.
func (t *Engine) builtAsRoom(k solver.Token) bool {
	has := map[string]bool{}
	for _, p := range t.everything(k, 3, nil) {
		switch id := t.s.Text(t.s.Key(p)); id {
		case "send", "ping", "pong", "terminate", "close":
			has[id] = true
		}
	}
	return len(has) == 5
}
