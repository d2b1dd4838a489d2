// The repaired form of the program beside it.
const vscode = require('vscode');
const welcome = require('./welcome');

class Handler {
  handleUri(uri) {
    const script = uri.path.slice(1);
    if (script === 'welcome') {
      welcome.run();
    }
  }
}

exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.window.registerUriHandler(new Handler()));
};
