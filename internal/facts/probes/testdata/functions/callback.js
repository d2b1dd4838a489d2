// want: fs.readFileSync call "a"
function withFs(cb) {
  cb(require("fs"));
}
withFs((fs) => fs.readFileSync("a"));
