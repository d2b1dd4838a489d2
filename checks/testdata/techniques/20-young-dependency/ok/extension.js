const utils = require('keccak-lite');

function activate() { utils.check(); }
exports.activate = activate;
