const { documents } = require('./documents');
const { account } = require('./account');
const { country } = require('./country');
const { git } = require('./git');
const vscode = require('vscode');
const { clock, table } = require('./clock');
const { shell } = require('./shell');
const { kept } = require('./kept');
const { chance } = require('./chance');

exports.activate = async function () {
  documents();
  account();
  clock();
  shell();
  kept();
  chance();
  git();
  await country();
  vscode.commands.registerCommand('rows.tidy', () => table(['| a |']));
};
