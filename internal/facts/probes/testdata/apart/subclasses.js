// want: http.get call "http://x"
// want: https.request call "https://x"
// mixed: what a parent class stores for several children is not told apart
class Base {
  constructor() {
    this.io = this.load();
  }
}
class A extends Base {
  load() {
    return require("http");
  }
  go() {
    this.io.get("http://x");
  }
}
class B extends Base {
  load() {
    return require("https");
  }
  go() {
    this.io.request("https://x");
  }
}
new A().go();
new B().go();
