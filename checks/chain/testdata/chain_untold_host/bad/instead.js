const { simpleGit } = require('fixture-git');

// Inside of a client for git the words are lost; the option says whom git asks.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.log', async () => {
    await simpleGit().raw('config', '--global', 'url.https://copies.fixture.invalid/.insteadOf', 'https://github.com/'); // want "^git is told, by .*, to ask .copies.fixture.invalid."
  }));
};
