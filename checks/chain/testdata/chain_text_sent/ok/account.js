const vscode = require('vscode');

// The notes of the workspace go into a gist of the person's, who asked for it.
exports.push = context => {
  context.subscriptions.push(vscode.commands.registerCommand('notes.push', async () => {
    const file = (await vscode.workspace.findFiles('**/NOTES.md'))[0];
    const content = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('base64');
    const session = await vscode.authentication.getSession('github', ['gist'], { createIfNone: true });
    await fetch('https://api.github.com/gists', {
      method: 'POST', headers: { authorization: 'Bearer ' + session.accessToken, accept: 'application/vnd.github+json' },
      body: JSON.stringify({ files: { a: { content } } })
    });
  }));
};
