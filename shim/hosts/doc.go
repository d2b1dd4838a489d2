// Package hosts has no code of its own. Its test runs extensions that somebody built elsewhere in
// VS Code's own extension host, as they are and under the loader, and keeps what was lost and
// what was denied: make unseen (CONTRIBUTING.md).
package hosts
