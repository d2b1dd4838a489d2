// Modelled on golang/vscode-go issue 1094: go.toolsGopath and its kin decide where the tools that are run are found.
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
