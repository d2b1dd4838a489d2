const vscode = require('vscode');

// The team's own webhook is kept with the editor's secrets, and gets what its user typed.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('deploy.announce', async () => {
    const hook = await context.secrets.get('deploy.webhook');
    const content = await vscode.window.showInputBox({ prompt: 'What was deployed?' });
    if (hook && content) {
      await fetch(hook, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ content }) });
    }
  }));
}
exports.activate = activate;
