// none
import type * as fs from "fs";
import { type Stats } from "fs";
import { ChildProcess } from "child_process";
export function f(x: Stats, y: ChildProcess, z: typeof fs): void {}
