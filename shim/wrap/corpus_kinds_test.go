package wrap_test

import "regexp"

// kind is a kind of difference, and why there is one.
type kind struct {
	whose, is *regexp.Regexp
	why       string
}

// kinds explain what is on docs/measurements/exthost.md. What none of them is about fails the test:
// somebody has to look at it first. The first that fits counts.
var kinds = []kind{
	{
		regexp.MustCompile(
			`^(vscode\.git|theia\.vscode-builtin-git)$`,
		),
		regexp.MustCompile(`^denied at \w+: RF_DENIED_CALL environment variable (GIT|SSH|VSCODE_GIT)_\w+ of a child$`),
		"Variables that steer git are never given to a child, nor what the programs they name would read. git then asks for no password " +
			"through the editor and opens no editor for a message; reading a repository does not need them.",
	},
	{
		regexp.MustCompile(
			`^(vscode\.git|theia\.vscode-builtin-git)$`,
		),
		regexp.MustCompile(
			`^(no|one more) call (MainThreadSCM\.\$(spliceResourceStates|onDidChange\w+)|MainThreadTimeline\.\$emitTimelineChangeEvent|` +
				`MainThreadProgress\.\$progressEnd)$`,
		),
		"These calls are made when git has answered, and in one of the two runs that took longer than the comparison waits: programs run at " +
			"the same time on a machine that has other work.",
	},
	{
		regexp.MustCompile(
			`^vscode\.typescript-language-features$`,
		),
		regexp.MustCompile(
			`^denied at work: (RF_DENIED_CALL environment variable NODE_PATH of a child|RF_DENIED_FILE \(beside the extension\)/typescript/lib/.*)$`,
		),
		"The server of TypeScript gets no NODE_PATH: it would say where Node finds packages. Its file lies beside the extension, where the " +
			"packages of VS Code's own build are, and did not ship in it.",
	},
	{
		regexp.MustCompile(`^vscode\.typescript-language-features$`),
		regexp.MustCompile(`^denied at work: code (load|fork \(beside the extension\)/typescript/lib/tsserver\.js)$`),
		"The server of TypeScript lies beside the extension in VS Code's own build. The loader starts no file that did not ship, so that " +
			"this extension offers no language features when it is enforced; a server of the workspace needs a grant.",
	},
	{
		regexp.MustCompile(`^vscode\.typescript-language-features$`),
		regexp.MustCompile(`^denied at work: vscode files\.read untitled:.*/jsconfig\.json `),
		"It looks for a jsconfig.json below the address of a new document that has no file, which is not there without the loader either.",
	},
	{
		regexp.MustCompile(`^vscode\.(grunt|gulp|jake)$`),
		regexp.MustCompile(`^denied at \w+: files\.read \$\{workspace\}/bin/(grunt|gulp|jake)$`),
		"npm puts a link for a tool into node_modules/.bin. The policy has the link; the file that it leads to has no line, so that it is " +
			"taken for one that is not there, and the tool of PATH is run.",
	},
	{
		regexp.MustCompile(`^vscode\.tunnel-forwarding$`),
		regexp.MustCompile(`^denied at work: RF_DENIED_CALL environment variable VSCODE_CLI_ACCESS_TOKEN of a child$`),
		"A child gets the variables of its program's row and no other: the program that forwards ports gets no token from the extension.",
	},
	{
		regexp.MustCompile(`^webhint\.vscode-webhint$`),
		regexp.MustCompile(`^denied at work: processes npm init -y$`),
		"It has npm make a package in a folder of its own when no webhint is installed. Program and arguments are split from a line " +
			"while it runs.",
	},
	{
		regexp.MustCompile(`^GitHub\.copilot-chat$`),
		regexp.MustCompile(`^one more command github\.copilot\.(.*Ingest|.*WorkspaceIndex)`),
		"Commands for an index of the workspace, which were there in one of the two runs on this host alone. Why was not looked into.",
	},
	{
		regexp.MustCompile(`^vscode\.html-language-features$`),
		regexp.MustCompile(`^denied at \w+: files\.read .*/TYPESCRIPT\.JS$`),
		"TypeScript asks for its own file in capital letters to learn whether the disk tells them apart. It takes the refusal for a no, " +
			"which is the disk's answer too.",
	},
	{
		regexp.MustCompile(`^ms-vscode\.js-debug$`),
		regexp.MustCompile(`^denied at work: files\.read .*\.gitcommit$`),
		"The commit it was built from, for telemetry: a file two folders above the code, outside the extension as it is published. It is not " +
			"there without the loader either.",
	},
	{
		regexp.MustCompile(`^ms-vscode\.js-debug$`),
		regexp.MustCompile(`^denied at work: processes which\.debianutils$`),
		"It asks /usr/bin/which where a program is. On Debian that is a link to a program whose name is not in the code, and a command that " +
			"the code does not name waits for consent.",
	},
	{
		regexp.MustCompile(
			`^ms-vscode\.js-debug$`,
		),
		regexp.MustCompile(`^denied at work: RF_DENIED_CALL environment variable (NODE_OPTIONS|VSCODE_INSPECTOR_OPTIONS) of a child$`),
		"It debugs a program by having Node load a file of the debugger first, which NODE_OPTIONS says, with " +
			"VSCODE_INSPECTOR_OPTIONS for it. Neither is given to a child: what it starts runs, and is not debugged.",
	},
	{
		regexp.MustCompile(`^vscode\.gulp$`),
		regexp.MustCompile(`^denied at work: files\.read .*/(Gruntfile|gulpfile)\.js$`),
		"It lists the folder of the workspace and then asks for the bare names, which are files of the folder the host was started in. They " +
			"are not there without the loader either.",
	},
	{
		regexp.MustCompile(
			`^vscode\.npm$`,
		),
		regexp.MustCompile(`^denied at work: (vscode )?files\.read \((above the workspace|elsewhere)\)/(package\.json|pnpm-lock\.yaml)$`),
		"It looks for the lock files of package managers in every folder above the workspace. There is none; those above a workspace that is " +
			"a folder of a larger repository are not seen.",
	},
	{
		regexp.MustCompile(
			`^vscode\.markdown-language-features$`,
		),
		regexp.MustCompile(`^denied at work: vscode files\.read .*/undefined(\.md)?$`),
		"A command for links, run without a link, asks for a file of the name undefined at the root of the disk.",
	},
	{
		regexp.MustCompile(`^GitHub\.copilot-chat$`),
		regexp.MustCompile(`^denied at \w+: RF_DENIED_CALL process\.binding natives$`),
		"applicationinsights asks for the list of Node's own modules, to tell them from others; process.binding is never given. It goes on " +
			"without.",
	},
	{
		regexp.MustCompile(
			`^GitHub\.copilot-chat$`,
		),
		regexp.MustCompile(`^denied at \w+: RF_DENIED_FILE \(VS Code\)/(product\.json|node_modules/.*)$`),
		"It loads product.json, and for a command that reports on the network the proxy agent, out of VS Code's own folder, and goes on " +
			"where there is none. The loader starts no file that did not ship; while it observes it lets it through and writes it down.",
	},
	{
		regexp.MustCompile(`^GitHub\.copilot-chat$`), regexp.MustCompile(`^denied at \w+: files\.read .*/prebuilds$`),
		"A package with machine code looks for it beside the program of Node as well, after it did in its own folder.",
	},
	{
		regexp.MustCompile(
			`^GitHub\.copilot-chat$`,
		),
		regexp.MustCompile(
			`^(denied at \w+: vscode secrets|no call MainThreadSecretState\.\$getPassword|one more call ` +
				`MainThreadExtensionService\.\$onExtensionRuntimeError)$`,
		),
		"It reads keys of language models from the secrets of the editor, through an object that the analysis cannot follow. That was " +
			"observed and waits for consent; until then there are no such keys, and the error that says so reaches the editor.",
	},
	{
		regexp.MustCompile(`^GitHub\.copilot-chat$`),
		regexp.MustCompile(`^denied at \w+: vscode files\.(read|write) \$\{home\}/\.copilot/.*$`),
		"It keeps its sessions in ~/.copilot, by paths that the analysis cannot follow. Commands that were given a file look for a session " +
			"of that name; the first half had no such command.",
	},
}
