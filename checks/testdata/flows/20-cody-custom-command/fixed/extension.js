// The repaired form of the program beside it.
const vscode = require('vscode');
const { promisify } = require('util');
const { exec } = require('child_process');

const run = promisify(exec);

async function loadCommands() {
  const folder = vscode.workspace.workspaceFolders[0];
  const file = vscode.Uri.joinPath(folder.uri, '.vscode', 'cody.json');
  const bytes = await vscode.workspace.fs.readFile(file);
  const parsed = JSON.parse(new TextDecoder('utf-8').decode(bytes));
  return new Map(Object.entries(parsed.commands));
}

async function contextOf(command) {
  if (!command.context || !command.context.command) {
    return [];
  }
  if (!vscode.workspace.isTrusted) {
    vscode.window.showWarningMessage('Trust this workspace to run its commands.');
    return [];
  }
  const { stdout, stderr } = await run(command.context.command);
  return [stdout || stderr];
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('cody-custom-command.run', async () => {
      const commands = await loadCommands();
      const picked = await vscode.window.showQuickPick([...commands.keys()]);
      return picked && contextOf(commands.get(picked));
    })
  );
};
