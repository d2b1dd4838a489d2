const vscode = require('vscode');

// A page whose script, written out here, asks for a font and sends nothing of it.
const script = `
addEventListener('message', e => {
  document.body.textContent = e.data.text;
  fetch('https://fonts.example.invalid/css').then(() => {});
});
`;

exports.open = () => vscode.commands.registerCommand('page.open', () => {
  const panel = vscode.window.createWebviewPanel('page', 'Page', vscode.ViewColumn.One, { enableScripts: true });
  panel.webview.html = `<html><body><script>${script}</script></body></html>`;
  panel.webview.postMessage({ text: vscode.window.activeTextEditor.document.getText() });
});
