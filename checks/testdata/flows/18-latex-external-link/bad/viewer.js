const vscode = require('vscode');
const cp = require('child_process');

exports.openLink = (url) => {
  if (process.platform === 'linux') {
    cp.exec(`xdg-open ${url}`); // want "(request|ws).*child_process.exec"
  } else {
    vscode.env.openExternal(vscode.Uri.parse(url)); // want "(request|ws).*openExternal"
  }
};
