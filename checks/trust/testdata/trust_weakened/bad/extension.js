const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
exports.activate = async (context) => {
  await require('./steered').steer(context);
  require('./named').tune();
  const config = vscode.workspace.getConfiguration();
  await config.update('security.workspace.trust.enabled', false, true); // want "writes \"false\" to \"security.workspace.trust.enabled\""
  await config.update('toy.mode', 'fast', true);
  await vscode.workspace.getConfiguration('security.workspace.trust').update('untrustedFiles', 'open'); // want "writes \"open\""
  await vscode.workspace.getConfiguration('extensions').update('supportUntrustedWorkspaces', context.globalState.get('x'), true); // want "extensions.supportUntrustedWorkspaces"
  const file = path.join(os.homedir(), '.config/Code/User/settings.json');
  fs.writeFileSync(file, '{"task.allowInUntrustedWorkspace": true}'); // want "writes a settings.json and names \"task.allowInUntrustedWorkspace\""
};
const tune = async () => {
  for (const [name, value] of [['git.path', '/tmp/git'], ['editor.tabSize', 4]]) {
    await vscode.workspace.getConfiguration().update(name, value, true); // want "writes one of several values .\"/tmp/git\" or \"4\". to \"git.path\""
  }
  await vscode.workspace.getConfiguration('http').update('proxy', 'http://192.0.2.1:3128', true); // want "through whom all that the editor sends goes, and nobody asked"
  await vscode.workspace.getConfiguration('git').update('path', '/tmp/git', true); // want "which program others start, and nobody asked"
  await vscode.workspace.getConfiguration().update('terminal.integrated.env.linux', { BASH_ENV: '/tmp/x' }, true); // want "what every terminal starts, and nobody asked"
};
setTimeout(tune, 1000);
