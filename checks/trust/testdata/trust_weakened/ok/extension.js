const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
exports.activate = async (context) => {
  await require('./steered').steer(context);
  const config = vscode.workspace.getConfiguration();
  await config.update('security.workspace.trust.enabled', true, true);
  await config.update('toy.mode', 'fast', true);
  const trusted = config.get('security.workspace.trust.enabled');
  const file = path.join(os.homedir(), '.config/Code/User/settings.json');
  fs.readFileSync(file);
  fs.writeFileSync(path.join(os.tmpdir(), 'toy.json'), String(trusted));
};
const tune = async () => {
  await vscode.workspace.getConfiguration('http').update('proxy', '', true);
  await vscode.workspace.getConfiguration('http').update('proxyStrictSSL', true, true);
  await vscode.workspace.getConfiguration('git').update('autofetch', true, true);
};
setTimeout(tune, 1000);
