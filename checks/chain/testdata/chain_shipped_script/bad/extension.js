const { spawn } = require('child_process');
const path = require('path');

require('./written').written();

exports.activate = () => spawn('python3', [path.join(__dirname, 'server', 'main.py')]);
