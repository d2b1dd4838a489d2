const run = require('a-runner');

// What git is told to show of its configuration goes nowhere, though the name of the key looks like a host's.
run('git', ['config', 'user.email'], { cwd: '/', env: { ...process.env } });
