// Modelled on CVE-2020-16881 and its bypass (microsoft/vscode issue 107951): a name in package.json becomes part of
// a shell's line when the user hovers over it.
const vscode = require('vscode');
const cp = require('child_process');

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
      const command = 'npm view --json ' + pack + ' description homepage version';
      cp.exec(command, (error, stdout) => (error ? reject(error) : resolve(stdout))); // want "workspace.*child_process.exec"
    });
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.languages.registerHoverProvider({ language: 'json' }, new NpmHover()));
};
