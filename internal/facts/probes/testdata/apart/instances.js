// want: http.get call "http://x"
// want: https.request call "https://x"
// mixed: instances of one class are not told apart
class Box {
  constructor(io) {
    this.io = io;
  }
}
new Box(require("http")).io.get("http://x");
new Box(require("https")).io.request("https://x");
