const vscode = require('vscode');
const { execFileSync } = require('child_process');
const { Kit } = require('fixture-kit');

// An issue with the person's own session and the words that they typed. Of the environment one variable goes along, and the
// token is the client's key.
vscode.commands.registerCommand('fixture.file', async () => {
  const session = await vscode.authentication.getSession('github', ['public_repo'], { createIfNone: true });
  const kit = new Kit({ auth: session.accessToken });
  const [title, body] = [await vscode.window.showInputBox(), await vscode.window.showInputBox()];
  const gh = execFileSync('gh', ['auth', 'token'], { encoding: 'utf8' }).trim();
  await kit.request('POST /repos/fixture-owner/fixture-inbox/issues', { title, body, headers: { authorization: 'token ' + gh } });
  await kit.rest.issues.createComment({ owner: 'fixture-owner', repo: 'fixture-inbox', issue_number: 1, body: body + process.env.TERM });
});
