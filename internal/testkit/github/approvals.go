package github

import "net/http"

// workflowRun is a run as the API knows it, with what became of the environments
// that its jobs waited for.
type workflowRun struct {
	id          int64
	event, head string
	approvals   []map[string]any
}

// begin writes a run down. The head of a pull request's run is the pull
// request's, not the merge that is checked out.
func (h *Hub) begin(e Event, sha string) int64 {
	if e.Run != 0 {
		return e.Run
	}
	head := sha
	if e.Pull != 0 {
		head = h.find(e.Pull).head
	}
	w := &workflowRun{id: 9_000_000_000 + h.id(), event: e.Name, head: head}
	h.runs = append(h.runs, w)
	return w.id
}

// Approve decides, as an account, about the environment that a job of a run waits
// for: "approved" or "rejected". The environment of a repository that asks
// nobody's approval leaves no such record.
func (h *Hub) Approve(run int64, by, environment, state string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.run(run)
	if w == nil {
		h.t.Errorf("there is no run %d", run)
		return
	}
	w.approvals = append(w.approvals, map[string]any{
		"environments": []any{map[string]any{"id": h.id(), "name": environment}}, "state": state, "user": user(by), "comment": "",
	})
}

func (h *Hub) run(id int64) *workflowRun {
	for _, w := range h.runs {
		if w.id == id {
			return w
		}
	}
	return nil
}

func getRun(c *call) answer {
	w := c.hub.run(int64(atoi(c.params["run_id"])))
	if w == nil || !c.ours() {
		return notFound()
	}
	return answer{http.StatusOK, map[string]any{"id": w.id, "event": w.event, "head_sha": w.head, "status": "in_progress"}}
}

func listApprovals(c *call) answer {
	w := c.hub.run(int64(atoi(c.params["run_id"])))
	if w == nil || !c.ours() {
		return notFound()
	}
	return answer{http.StatusOK, append([]map[string]any{}, w.approvals...)}
}

// Rename returns an account another name: its number, what it opened and what it
// may stay. What it does from now on it does as "name was old".
func (h *Hub) Rename(old, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.people[name] = h.people[old]
	delete(h.people, old)
	for _, p := range h.pulls {
		if p.author == old {
			p.author = name + " was " + old
		}
	}
}
