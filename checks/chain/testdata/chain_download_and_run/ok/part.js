const fs = require('fs');
const path = require('path');

// What is fetched is read as data; what is loaded is a file of the extension.
exports.load = async context => {
  const part = path.join(context.globalStorageUri.fsPath, 'dialect.json');
  fs.writeFileSync(part, await (await fetch('https://example.invalid/dialects/main.json')).text());
  return { ...require(path.join(context.extensionPath, 'dialects.js')), ...JSON.parse(fs.readFileSync(part, 'utf8')) };
};
