const { exec } = require('node:child_process')
const vscode = require('vscode')

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('shell.run', (line) => exec(line)))
}
