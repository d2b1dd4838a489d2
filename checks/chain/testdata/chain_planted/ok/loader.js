const vscode = require('vscode');
const fs = require('fs');

// A line that fetches data and runs nothing.
exports.plant = () => vscode.workspace.onDidSaveTextDocument(d => {
  fs.appendFileSync(d.fileName, "\n// see require('https').get('https://e.example.invalid/x', r => r.resume())\n");
});
