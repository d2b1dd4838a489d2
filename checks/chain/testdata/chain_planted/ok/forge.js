const vscode = require('vscode');

// The key that the person picks is let in, and the forge's own is compared.
const known = 'github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAEXAMPLEHOST';
exports.add = async name => {
  const session = await vscode.authentication.getSession('github', ['repo']);
  const key = await vscode.window.showInputBox({ prompt: known });
  await fetch(`https://api.github.com/repos/${name}/keys`, { method: 'POST', body: JSON.stringify({ key }), headers: { Authorization: session.accessToken } });
};
