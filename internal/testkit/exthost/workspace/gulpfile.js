exports.default = function build(cb) { cb(); };
