const { documents } = require('./documents');
const { account } = require('./account');
const { country } = require('./country');
const { git } = require('./git');
const { clock } = require('./clock');
const { shell } = require('./shell');
const { chance } = require('./chance');

exports.activate = async function () {
  documents();
  account();
  clock();
  shell();
  chance();
  git();
  await country();
};
