const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// The folders of profiles are listed, so that a browser can be started for debugging with one of them.
const profiles = [
  path.join(os.homedir(), 'AppData/Local/Google/Chrome/User Data'),
  path.join(os.homedir(), '.config/google-chrome'),
];

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('profiles.pick', async () => {
    const names = profiles.filter(p => fs.existsSync(p)).flatMap(p => fs.readdirSync(p)).filter(n => /^(Default|Profile \d+)$/.test(n));
    const name = await vscode.window.showQuickPick(names);
    if (name) {
      vscode.debug.startDebugging(undefined, { type: 'chrome', request: 'launch', name: 'browser', runtimeArgs: ['--profile-directory=' + name] });
    }
  }));
}
exports.activate = activate;
