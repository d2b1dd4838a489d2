const vscode = require('vscode');

// The user asks for a build, and the folder's own script runs where it is seen.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('console.build', () => {
    const run = new vscode.ShellExecution('npx tsc --build');
    const task = new vscode.Task({ type: 'shell' }, vscode.TaskScope.Workspace, 'build', 'console', run);
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always };
    return vscode.tasks.executeTask(task);
  }));
}
exports.activate = activate;
