const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
exports.activate = async (context) => {
  const config = vscode.workspace.getConfiguration();
  await config.update('security.workspace.trust.enabled', false, true); // want "writes \"false\" to \"security.workspace.trust.enabled\""
  await config.update('toy.mode', 'fast', true);
  await vscode.workspace.getConfiguration('security.workspace.trust').update('untrustedFiles', 'open'); // want "writes \"open\""
  await vscode.workspace.getConfiguration('extensions').update('supportUntrustedWorkspaces', context.globalState.get('x'), true); // want "extensions.supportUntrustedWorkspaces"
  const file = path.join(os.homedir(), '.config/Code/User/settings.json');
  fs.writeFileSync(file, '{"task.allowInUntrustedWorkspace": true}'); // want "writes a settings.json and names \"task.allowInUntrustedWorkspace\""
};
