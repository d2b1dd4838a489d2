// none
import "fs";
import "child_process";
export const nothing = 1;
