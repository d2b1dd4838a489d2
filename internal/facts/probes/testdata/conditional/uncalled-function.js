// may: fs.readFileSync call
// note: nobody calls it; a scanner may say so or not, a bundler may drop it
function never() {
  require("fs").readFileSync("a");
}
