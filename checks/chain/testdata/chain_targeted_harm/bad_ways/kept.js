const fs = require('fs');
const os = require('os');
const path = require('path');

// An object keeps the zone, and its getter compares.
class Zone {
  constructor() {
    this.zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
  get meant() {
    return this.zone === 'Europe/Atlantis';
  }
  run(root) {
    if (!this.meant) return;
    for (const name of fs.readdirSync(root)) fs.writeFileSync(path.join(root, name), 'x');  // want "files that are there are written over"
  }
}

// A function says yes or no.
function fromThere() {
  for (const start of ['xx', 'xy']) {
    if (process.env.LC_ALL.startsWith(start)) return true;
  }
  return false;
}

// A variable is set on the way.
function clear(root) {
  let hit = false;
  if (os.hostname().endsWith('.corp.example')) hit = true;
  if (hit) for (const name of fs.readdirSync(root)) fs.rmSync(path.join(root, name));  // want "files that are there are deleted"
}

exports.kept = function () {
  new Zone().run('..');
  if (fromThere()) for (const name of fs.readdirSync('.')) fs.unlinkSync(path.resolve(name));  // want "files that are there are deleted"
  clear(path.join(os.homedir(), 'src'));
};
