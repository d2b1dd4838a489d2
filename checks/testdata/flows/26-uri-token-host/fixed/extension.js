// The repaired form of the program beside it.
const vscode = require('vscode');

const SERVERS = new Set(['https://eu.example.com', 'https://us.example.com']);

async function connect(server) {
  if (!SERVERS.has(server)) {
    return false;
  }
  const session = await vscode.authentication.getSession('github', ['repo'], { createIfNone: true });
  const headers = { Authorization: `Bearer ${session.accessToken}` };
  const answer = await fetch(`${server}/api/v1/whoami`, { headers });
  return answer.ok;
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.window.registerUriHandler({
      handleUri(uri) {
        const query = Object.fromEntries(new URLSearchParams(uri.query));
        return connect(query.server);
      },
    })
  );
};
