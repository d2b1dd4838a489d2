const { spawn } = require('child_process');
const path = require('path');

exports.activate = () => spawn('python3', [path.join(__dirname, 'server', 'main.py')]);
