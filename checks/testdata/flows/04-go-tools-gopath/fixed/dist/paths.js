'use strict';
const path = require('path');
const vscode = require('vscode');

function goSettings() {
  return vscode.workspace.getConfiguration('go');
}

exports.binaryOf = function (tool) {
  const root = goSettings().get('toolsGopath');
  return path.join(root, 'bin', process.platform === 'win32' ? tool + '.exe' : tool);
};
