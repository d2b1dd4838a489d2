const fs = require('fs');
const path = require('path');
exports.load = (folder) => folder.uri.scheme === 'file' && fs.readFileSync(path.join(folder.uri.fsPath, 'toy.json'));
