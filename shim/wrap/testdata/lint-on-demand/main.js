const { exec } = require('child_process')
const vscode = require('vscode')

exports.activate = context => {
  context.subscriptions.push(vscode.commands.registerCommand('lint.run', () => new Promise((resolve, reject) => {
    const folder = vscode.workspace.workspaceFolders[0].uri.fsPath
    const tool = vscode.workspace.getConfiguration('lint').get('executable')
    exec(`${tool} --format json .`, { cwd: folder }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })))
}
