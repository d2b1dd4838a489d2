// want: fs.readFileSync call "a"
function use(fs) {
  fs.readFileSync("a");
}
export const activate = () => import("fs").then(use).catch(() => {}).finally(() => {});
