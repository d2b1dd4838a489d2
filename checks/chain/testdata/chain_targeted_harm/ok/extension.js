const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { caches } = require('./caches');
const { texts } = require('./texts');
const { chance } = require('./chance');
const { kept } = require('./kept');

// The time zone is for a clock, and the country for numbers.
exports.activate = async function (context) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const item = vscode.window.createStatusBarItem();
  item.text = zone === 'Europe/Berlin' ? 'Berlin' : zone;
  item.show();
  if (os.userInfo().username === 'root') {
    vscode.window.showWarningMessage('The editor runs as an administrator.');
  }
  await caches(context);
  texts();
  chance();
  kept();
  // A person asks, whoever they are.
  context.subscriptions.push(vscode.commands.registerCommand('clock.clean', () => {
    const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
    const suffix = process.env.USER === 'guest' ? '.guest' : '.note';
    for (const name of fs.readdirSync(root)) {
      if (name.endsWith(suffix)) fs.unlinkSync(path.join(root, name));
    }
    if (process.env.USER === 'guest') {
      for (const name of fs.readdirSync(root)) if (name.endsWith('.tmp')) fs.unlinkSync(path.join(root, name));
      fs.writeFileSync(path.join(root, 'welcome.md'), 'Welcome, guest.');
    }
  }));
  // On one system files of another are in the way.
  if (process.platform === 'win32') {
    for (const uri of await vscode.workspace.findFiles('**/.DS_Store')) await vscode.workspace.fs.delete(uri);
  }
};
