// Modelled on CVE-2022-30129 (VS Code's Git, found by Sonar): a link vscode://…/clone?url=… decides an argument of git.
const vscode = require('vscode');
const { parse } = require('querystring');
const cp = require('child_process');

class GitProtocolHandler {
  constructor() {
    this.disposable = vscode.window.registerUriHandler(this);
  }

  handleUri(uri) {
    switch (uri.path) {
      case '/clone':
        this.clone(uri);
    }
  }

  clone(uri) {
    const data = parse(uri.query);
    if (!data.url) {
      return;
    }
    cp.spawn('git', ['clone', data.url, '--recursive']); // want "URI.*child_process.spawn"
  }

  dispose() {
    this.disposable.dispose();
  }
}

exports.activate = (context) => context.subscriptions.push(new GitProtocolHandler());
