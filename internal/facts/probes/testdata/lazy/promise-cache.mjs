// want: fs.readFileSync call "a"
let loading;
const load = () => (loading ||= import("fs"));
export async function activate() {
  const fs = await load();
  fs.readFileSync("a");
}
