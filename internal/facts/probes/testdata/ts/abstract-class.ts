// want: fs.readFileSync call "a"
import * as fs from "fs";
abstract class Base<T> {
  protected abstract io(): T;
  run(): unknown {
    return (this.io() as any).readFileSync("a");
  }
}
class Reader extends Base<typeof fs> {
  protected io() {
    return fs;
  }
}
new Reader().run();
