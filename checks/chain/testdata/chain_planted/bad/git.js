const { commands } = require('vscode');
const { execFile } = require('child_process');
const { simpleGit } = require('fixture-git');

// The command shows something; that git runs hooks of the extension's in every repository nobody asked for.
exports.start = (context) => {
  context.subscriptions.push(commands.registerCommand('fixture.graph', async () => {
    const dir = context.globalStorageUri.fsPath;
    await simpleGit().raw('config', '--global', 'core.hooksPath', dir); // want "git is told to run what the extension has, in every repository: .core.hooksPath. is "
    execFile('git', ['config', '--system', 'core.fsmonitor', dir + '/watch.sh']); // want "git is told to run what the extension has, in every repository: .core.fsmonitor. is "
  }));
};
