const vscode = require('vscode');

exports.openLink = (url) => {
  if (!/^https?:\/\/[\w.-]+\//.test(url)) {
    return;
  }
  vscode.env.openExternal(vscode.Uri.parse(url));
};
