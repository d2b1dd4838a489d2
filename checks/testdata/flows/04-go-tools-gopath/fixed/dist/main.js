// The repaired form of the program beside it.
'use strict';
const vscode = require('vscode');
const { runTool } = require('./tools');

exports.activate = function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.languageId === 'go') {
        runTool('golint', ['./...']);
      }
    })
  );
};
