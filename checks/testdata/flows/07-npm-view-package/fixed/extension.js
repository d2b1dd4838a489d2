// The repaired form of the program beside it.
const vscode = require('vscode');
const cp = require('child_process');

const VALID_NAME = /^(@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/;

class NpmHover {
  provideHover(document, position) {
    const manifest = JSON.parse(document.getText());
    const names = Object.keys(manifest.dependencies || {});
    const line = document.lineAt(position.line).text;
    const name = names.find((n) => line.includes(n));
    return name ? this.fetchInfo(name).then((text) => new vscode.Hover(text)) : undefined;
  }

  fetchInfo(pack) {
    return new Promise((resolve, reject) => {
      if (!VALID_NAME.test(pack)) {
        resolve('');
        return;
      }
      const args = ['view', '--json', '--', pack, 'description', 'homepage', 'version'];
      cp.execFile('npm', args, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.languages.registerHoverProvider({ language: 'json' }, new NpmHover()));
};
