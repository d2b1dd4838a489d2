function activate() {}
exports.activate = activate;
