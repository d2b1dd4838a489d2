package facts_test

import "testing"

// The class of functions is Function, whichever function shows it; the class of what may be anything is not taken for it.
func TestTheClassOfFunctionsIsFunction(t *testing.T) {
	for source, want := range map[string]int{
		`const make = (function () {}).constructor; make("a", x)`:                       1,
		`(() => {}).constructor(x)()`:                                                   1,
		`Object.getPrototypeOf(async () => {}).constructor(x)()`:                        1,
		`const o = {}; o.f = Object.getPrototypeOf(async () => {}).constructor; o.f(x)`: 1,
		`[].filter.constructor(x)()`:                                                    1,
		`""["sub"]["constructor"](x)()`:                                                 1,
		`parseInt.constructor(x)()`:                                                     1,
		`(() => {}).__proto__.constructor(x)()`:                                         1,
		`new ((() => {}).constructor)(x)`:                                               1,

		`x.constructor(x)`:                          0,
		`[].constructor(x)`:                         0,
		`({}).constructor(x)`:                       0,
		`class A {} new A().constructor(x)`:         0,
		`y instanceof (async () => {}).constructor`: 0,
		`(() => {}).constructor.name`:               0,
	} {
		p := analyze(t, files{"main.js": `exports.activate = (x, y) => { ` + source + ` };`})
		if got := len(calls(p, "globals.Function")); got != want {
			t.Errorf("%s: %d calls of Function, want %d; %v", source, got, want, symbols(p))
		}
	}
}
