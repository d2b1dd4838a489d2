const net = require('net');

exports.start = () => net.connect(3333, '203.0.113.7'); // want "^the code asks a bare number, .203.0.113.7."
