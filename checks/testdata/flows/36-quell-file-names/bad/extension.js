// Modelled on craigmccart/Quell pull request 24: names of files of the workspace are put into a webview's page.
const vscode = require('vscode');

function page(files) {
  const rows = files.map((file) => `<li title="${file}">${file}</li>`);
  return `<!DOCTYPE html><html><body><ul>${rows.join('')}</ul></body></html>`;
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('quell-file-names.run', async () => {
      const uris = await vscode.workspace.findFiles('**/*.env');
      const names = uris.map((uri) => vscode.workspace.asRelativePath(uri));
      const panel = vscode.window.createWebviewPanel('quell', 'Quell', 1, { enableScripts: true });
      panel.webview.html = page(names); // want "workspace.*html"
    })
  );
};
