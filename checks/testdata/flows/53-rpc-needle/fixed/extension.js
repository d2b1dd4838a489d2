// The repaired form of the program beside it.
const http = require('http');

const methods = { version: () => process.version, uptime: () => process.uptime() };

async function body(req) {
  const chunks = [];
  for await (const chunk of req) {
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function dispatch(rpc) {
  const method = Object.hasOwn(methods, rpc.method) ? methods[rpc.method] : undefined;
  return method ? method() : null;
}

exports.activate = () => {
  http
    .createServer(async (req, res) => {
      const result = await dispatch(await body(req));
      res.end(JSON.stringify({ result }));
    })
    .listen(8765, '127.0.0.1');
};
