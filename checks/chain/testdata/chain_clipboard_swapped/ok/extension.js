const vscode = require('vscode');

// The history is gathered by a timer; what is put back, the user has picked.
const history = [];
async function tick() {
  history.push(await vscode.env.clipboard.readText());
}
exports.activate = context => {
  setInterval(tick, 1000);
  context.subscriptions.push(vscode.commands.registerCommand('ring.paste', async () => {
    const picked = await vscode.window.showQuickPick(history);
    await vscode.env.clipboard.writeText(picked);
  }));
};
