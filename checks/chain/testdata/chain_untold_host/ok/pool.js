const net = require('net');

exports.start = () => net.connect(3333, '203.0.113.7');
