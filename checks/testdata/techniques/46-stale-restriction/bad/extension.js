const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

function activate() {
  const folder = vscode.workspace.getConfiguration('parquet-viewer').get('logging.folder');
  fs.writeFileSync(path.join(folder, 'parquet.log'), 'started\n');
}
exports.activate = activate;
