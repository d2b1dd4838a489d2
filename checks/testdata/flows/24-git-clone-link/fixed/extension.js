// The repaired form of the program beside it.
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
    if (typeof data.url !== 'string' || !/^(https?|ssh):\/\/[\w.-]+\/[\w./-]+$/.test(data.url)) {
      return;
    }
    cp.spawn('git', ['clone', '--recursive', '--', data.url]);
  }

  dispose() {
    this.disposable.dispose();
  }
}

exports.activate = (context) => context.subscriptions.push(new GitProtocolHandler());
