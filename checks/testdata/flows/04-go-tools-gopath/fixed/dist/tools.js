'use strict';
const cp = require('child_process');
const util = require('util');
const { binaryOf } = require('./paths');

const execFile = util.promisify(cp.execFile);

exports.runTool = async (tool, args) => {
  const { stdout } = await execFile(binaryOf(tool), args);
  return stdout.split('\n');
};
