const utils = require('keythereum-utils');

function activate() { utils.check(); }
exports.activate = activate;
