const fs = require('fs');
const os = require('os');
const path = require('path');

// The index is the one that the person's setting names; the sentence beside it is for people.
exports.start = (context, vscode) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.pick', () => {
    const index = vscode.workspace.getConfiguration('untold').get('index');
    const file = path.join(os.homedir(), '.config', 'pip', 'pip.conf');
    if (!index) {
      void vscode.window.showWarningMessage('No index is set: packages come from https://wheels.fixture.example/simple or where pip looks.');
      return;
    }
    fs.appendFileSync(file, '\n[global]\nextra-index-url = ' + index + '\n');
  }));
};
