// want: fs.readFileSync call "a"
import * as fs from "fs";
const React = { createElement: (tag: any, props: any) => (typeof tag === "function" ? tag(props) : props) };
const Reader = (props: any) => props.io.readFileSync("a");
export const element = <Reader io={fs} />;
