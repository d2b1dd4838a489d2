// want: fs.readFileSync call
import { readFileSync } from "fs";
function call<T extends (...a: any[]) => any>(f: T, ...args: Parameters<T>): ReturnType<T>;
function call(f: any, ...args: any[]) {
  return f(...args);
}
call(readFileSync, "a");
