// none
class Socket {
  connect() {}
}
new Socket().connect(80);
const net = { createServer: () => ({ listen() {} }) };
net.createServer().listen(80);
