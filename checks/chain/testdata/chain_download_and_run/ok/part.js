const fs = require('fs');
const path = require('path');

// What is fetched is read as data; what is loaded is a file of the extension.
exports.load = async context => {
  const part = path.join(context.globalStorageUri.fsPath, 'dialect.json');
  fs.writeFileSync(part, await (await fetch('https://example.invalid/dialects/main.json')).text());
  return { ...require(path.join(context.extensionPath, 'dialects.js')), ...JSON.parse(fs.readFileSync(part, 'utf8')) };
};

// Who may read what was fetched is said to the system: nothing of it is run.
exports.keep = async () => {
  const cache = path.join(require('os').tmpdir(), 'dialect-cache');
  fs.writeFileSync(cache, await (await fetch('https://example.invalid/dialects/list.json')).text());
  require('child_process').spawn(`${process.env.systemdrive}/windows/system32/icacls.exe`, [cache, '/inheritance:r']);
};
