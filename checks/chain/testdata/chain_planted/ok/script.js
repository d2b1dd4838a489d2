const fs = require('fs');

class Folder {
  constructor(dir) { this.dir = dir; }
  text(commands) {
    return ['#!/bin/sh', 'npx lint-staged >/dev/null 2>&1 &', 'echo see ./docs/hooks.md', ...commands].join('\n');
  }
  write(name, text) {
    fs.writeFileSync(this.dir[name], text);
  }
}
exports.plant = dir => {
  const folder = new Folder(dir);
  folder.write('a', folder.text([]));
};
setTimeout(() => exports.plant({}), 10);
