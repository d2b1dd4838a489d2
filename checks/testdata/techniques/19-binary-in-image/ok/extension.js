const absolute = require('path-is-absolute');

function activate() { absolute('/'); }
exports.activate = activate;
