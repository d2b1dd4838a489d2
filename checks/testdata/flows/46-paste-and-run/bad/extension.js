// UntrustIDE's class of the clipboard: what was copied somewhere is sent to a terminal and runs.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('paste-and-run.run', async () => {
      const text = await vscode.env.clipboard.readText();
      const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
      terminal.sendText(text.trim(), true); // want "clipboard.*sendText"
    })
  );
};
