'use strict';
const os = require('os');
os.homedir(); // os.homedir
