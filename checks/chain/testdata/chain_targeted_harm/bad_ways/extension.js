const { documents } = require('./documents');
const { account } = require('./account');
const { country } = require('./country');
const { git } = require('./git');
const { clock } = require('./clock');
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
};
