exports.activate = () => run(() => 1);
function run(step) {
  let state = 0;
  while (state === 0) state = step();
  for (;;) { step(); switch (state) { default: return state; } }
}
