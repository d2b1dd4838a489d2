// none
function get(fetch) {
  return fetch("http://x");
}
get(() => {});
