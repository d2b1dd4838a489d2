// The repaired form of the program beside it.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

const template = (context) => context.asAbsolutePath('template.txt');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.window.registerUriHandler({
      async handleUri(uri) {
        const target = new URLSearchParams(uri.query).get('to');
        const folder = context.globalStorageUri.fsPath;
        fs.copyFileSync(template(context), path.join(folder, path.basename(target)));
      },
    })
  );
};
