const vscode = require('vscode');

exports.update = async () => {
  await vscode.commands.executeCommand('workbench.extensions.installExtension', 'fixture.companion');
};
