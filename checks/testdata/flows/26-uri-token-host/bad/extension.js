// Row "deep link to token" of the public incidents (1-click token theft, 2026): the link names the server that is sent
// the user's token.
const vscode = require('vscode');

async function connect(server) {
  const session = await vscode.authentication.getSession('github', ['repo'], { createIfNone: true });
  const headers = { Authorization: `Bearer ${session.accessToken}` };
  const answer = await fetch(`${server}/api/v1/whoami`, { headers }); // want "URI.*fetch"
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
