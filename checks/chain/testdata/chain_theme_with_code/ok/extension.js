const vscode = require('vscode');

// A theme that lets its user pick an accent colour needs code, and nothing of Node.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('accent.pick', async () => {
    const colour = await vscode.window.showQuickPick(['#ff5370', '#82aaff']);
    if (colour) {
      await vscode.workspace.getConfiguration('workbench').update('colorCustomizations', { 'statusBar.background': colour }, true);
    }
  }));
  // As a bundler writes it.
  try { eval('require')('encoding'); } catch { /* not there */ }
}
exports.activate = activate;
