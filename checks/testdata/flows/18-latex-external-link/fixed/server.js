const http = require('http');
const ws = require('ws');
const { openLink } = require('./viewer');

exports.start = function () {
  const httpServer = http.createServer();
  const wsServer = new ws.Server({ server: httpServer });
  wsServer.on('connection', (socket) => {
    socket.on('message', (msg) => {
      const data = JSON.parse(String(msg));
      switch (data.type) {
        case 'external_link':
          openLink(data.url);
          break;
        case 'ping':
          socket.send('pong');
          break;
      }
    });
  });
  httpServer.listen(0, '127.0.0.1');
  return httpServer;
};
