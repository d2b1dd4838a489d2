const { simpleGit } = require('fixture-git');

// A host of which the page tells, one that everybody knows, and one that the person typed.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.log', async () => {
    const typed = await vscode.window.showInputBox({ prompt: 'Mirror' });
    await simpleGit().raw('config', '--global', 'url.https://copies.fixture.invalid/.insteadOf', 'https://github.com/');
    await simpleGit().raw('config', '--global', 'url.https://github.com/.insteadOf', 'git@github.com:');
    await simpleGit().raw('config', '--global', 'url.' + typed + '.insteadOf', 'https://github.com/');
  }));
};
