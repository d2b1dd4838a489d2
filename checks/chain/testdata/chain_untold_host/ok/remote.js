// A remote that the person types, and one of a forge that everybody knows.
exports.start = (context, vscode) => {
  const kit = require('simple-git').simpleGit(context.extensionPath);
  context.subscriptions.push(vscode.commands.registerCommand('untold.push', async () => {
    await kit.raw('push', 'origin', '--follow-tags');
    await kit.raw('push', await vscode.window.showInputBox({ prompt: 'Address' }));
  }));
  const api = vscode.extensions.getExtension('vscode.git').exports.getAPI(1);
  context.subscriptions.push(vscode.commands.registerCommand('untold.remote', async () => {
    const repository = api.repositories[0];
    await repository.addRemote('theirs', await vscode.window.showInputBox({ prompt: 'Address' }));
    await repository.addRemote('forge', 'https://github.com/a/b.git');
  }));
};
