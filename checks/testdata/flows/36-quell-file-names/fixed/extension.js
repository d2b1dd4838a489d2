// The repaired form of the program beside it.
const vscode = require('vscode');

function escapeHtml(text) {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

function page(files) {
  const rows = files.map((file) => `<li title="${escapeHtml(file)}">${escapeHtml(file)}</li>`);
  return `<!DOCTYPE html><html><body><ul>${rows.join('')}</ul></body></html>`;
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('quell-file-names.run', async () => {
      const uris = await vscode.workspace.findFiles('**/*.env');
      const names = uris.map((uri) => vscode.workspace.asRelativePath(uri));
      const panel = vscode.window.createWebviewPanel('quell', 'Quell', 1, { enableScripts: true });
      panel.webview.html = page(names);
    })
  );
};
