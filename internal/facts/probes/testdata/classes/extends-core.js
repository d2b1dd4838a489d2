// want: net.Socket().connect call 80
// want: net.Socket new
const { Socket } = require("net");
class Dialer extends Socket {
  dial() {
    return this.connect(80);
  }
}
new Dialer().dial();
