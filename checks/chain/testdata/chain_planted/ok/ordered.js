const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

// Rules for an assistant that keep what is private, and a message that speaks of a user.
const note = [
  'IMPORTANT for the assistant: do not commit before the user has read the change, and never print what stands in .env files.',
  'Run `npm test` when the change is done.',
].join(' ');
exports.sync = () => {
  for (const name of vscode.workspace.getConfiguration('toy').get('targets', [])) {
    fs.writeFileSync(path.join(vscode.workspace.rootPath, name), '# Rules\n' + note);
  }
  vscode.window.setStatusBarMessage('Updates are installed silently, see toy.update');
};
