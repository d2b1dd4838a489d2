// want: net.Socket new
// want: net.Socket().connect call 80
class Client {
  constructor() {
    this.socket = new (require("net").Socket)();
  }
  dial() {
    this.socket.connect(80);
  }
}
new Client().dial();
