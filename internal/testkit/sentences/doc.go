// Package sentences makes docs/measurements/sentences.md: sentences of a scan that were false or not clear, each with a
// small extension of its cause, what an older program said of it, and what is said today. There is nothing here but tests.
//
// A cause is a file of testdata: a title, whether it is mended, what the code does, what was said of it that was not so,
// the extension's files, and what older programs said (-- said COMMIT --). UPDATE=1 writes the page. What an older
// program says is recorded once, by its build: git worktree add ../old COMMIT, go build there, and
// SENTENCES=../old/ringfence SENTENCES_AT=COMMIT go test -run TestSentences ./internal/testkit/sentences
package sentences
