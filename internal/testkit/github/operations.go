package github

// Operation is one operation of GitHub's REST API that the stand-in answers.
type Operation struct {
	// Method and Path name it as GitHub's description does.
	Method, Path string
	// Needs are the permissions a token has to have, in the notation of
	// X-Accepted-GitHub-Permissions: those of one entry together, one entry enough.
	Needs []string
}

const repo = "/repos/{owner}/{repo}"

// Operations lists the operations. The permissions are those that GitHub's pages
// about each name for apps and for the token of a run.
func Operations() []Operation {
	read, write := "contents=read", "contents=write"
	discuss := []string{"issues=write", "pull_requests=write"}
	return []Operation{
		{"GET", repo, []string{"metadata=read"}},
		{"GET", repo + "/actions/runs/{run_id}", []string{"actions=read"}},
		{"GET", repo + "/actions/runs/{run_id}/approvals", []string{"actions=read"}},
		{"GET", repo + "/activity", []string{read}},
		{"GET", repo + "/collaborators/{username}/permission", []string{"metadata=read"}},
		{"GET", repo + "/compare/{basehead}", []string{read}},
		{"GET", repo + "/git/ref/{ref}", []string{read}},
		{"POST", repo + "/git/refs", []string{write}},
		{"PATCH", repo + "/git/refs/{ref}", []string{write}},
		{"DELETE", repo + "/git/refs/{ref}", []string{write}},
		{"GET", repo + "/git/commits/{commit_sha}", []string{read}},
		{"GET", repo + "/git/trees/{tree_sha}", []string{read}},
		{"GET", repo + "/git/blobs/{file_sha}", []string{read}},
		{"GET", repo + "/pulls", []string{"pull_requests=read"}},
		{"POST", repo + "/pulls", []string{"pull_requests=write"}},
		{"GET", repo + "/pulls/{pull_number}", []string{"pull_requests=read"}},
		{"PATCH", repo + "/pulls/{pull_number}", []string{"pull_requests=write"}},
		{"GET", repo + "/pulls/{pull_number}/commits", []string{"pull_requests=read"}},
		{"GET", repo + "/pulls/{pull_number}/reviews", []string{"pull_requests=read"}},
		{"GET", repo + "/issues/{issue_number}/timeline", []string{"issues=read", "pull_requests=read"}},
		{"POST", repo + "/issues/{issue_number}/comments", discuss},
		{"PATCH", repo + "/issues/comments/{comment_id}", discuss},
		{"POST", repo + "/code-scanning/sarifs", []string{"security_events=write"}},
		{"GET", repo + "/code-scanning/sarifs/{sarif_id}", []string{"security_events=read"}},
		{"GET", repo + "/releases", []string{read}},
		{"GET", repo + "/releases/tags/{tag}", []string{read}},
		{"GET", repo + "/releases/{release_id}/assets", []string{read}},
		{"POST", repo + "/releases/{release_id}/assets", []string{write}},
		{"DELETE", repo + "/releases/assets/{asset_id}", []string{write}},
	}
}

// GraphTypes lists the types of GitHub's GraphQL schema that are kept.
func GraphTypes() []string {
	return []string{
		"Query", "Mutation", "Repository", "PullRequest", "IssueComment", "IssueCommentConnection", "IssueCommentOrder", "IssueCommentOrderField",
		"OrderDirection", "PageInfo", "CreateCommitOnBranchInput", "CreateCommitOnBranchPayload", "CommittableBranch", "CommitMessage",
		"FileChanges", "FileAddition", "FileDeletion", "Commit", "Ref", "GitObjectID", "Base64String", "BigInt", "DateTime", "URI",
	}
}
