require('./worker');
const vscode = require('vscode');

// A miner's own pool is asked how it does, over its web interface.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('pool.show', async () => {
    const answer = await fetch('https://example.invalid/api/pool/stats');
    const stats = await answer.json();
    vscode.window.showInformationMessage(`${stats.hashrate} H/s of ${stats.miners} miners`);
  }));
}
exports.activate = activate;
