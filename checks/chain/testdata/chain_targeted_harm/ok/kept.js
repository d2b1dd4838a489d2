const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

// The language is one of what is told; whether a build is stale is another question, asked of something else.
exports.kept = function () {
  const facts = { language: vscode.env.language, stale: fs.existsSync('stale') };
  let german = false;
  if (facts.language === 'de') german = true;
  const item = vscode.window.createStatusBarItem();
  item.text = german ? 'Bau' : 'Build';
  if (facts.stale) {
    for (const name of fs.readdirSync('out')) fs.rmSync(path.join('out', name));
  }
};
