const vscode = require('vscode');
const { execFile } = require('child_process');
exports.activate = () => {
  const config = vscode.workspace.getConfiguration('toy');
  execFile(config.get('path'), ['--home', config.get('home')]);
};
