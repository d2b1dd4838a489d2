// A link names a module that is loaded.
const vscode = require('vscode');

class Handler {
  handleUri(uri) {
    const script = uri.path.slice(1);
    const { run } = require(script); // want "URI.*require"
    run();
  }
}

exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.window.registerUriHandler(new Handler()));
};
