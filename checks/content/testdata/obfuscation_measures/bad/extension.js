exports.activate = () => run(() => 1);
function run(step) {
  let state = 0;
  for (;;) switch (state) { case 0: state = step(); break; default: return state; } // want "a loop without an end holds nothing but a switch"
}
