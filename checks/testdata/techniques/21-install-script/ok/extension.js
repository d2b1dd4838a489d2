const graph = require('tiny-graph');

function activate() { graph.draw(); }
exports.activate = activate;
