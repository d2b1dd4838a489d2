// none
import fs from "fs";
import { exec } from "child_process";
export const nothing = 1;
