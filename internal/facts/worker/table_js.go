package worker

import "errors"

// tableAnswer refuses: no loader is made in a browser, and what converts modules for one
// is a tenth of the program.
func tableAnswer(string, string, byte) []byte {
	return failed(errors.New("a browser's program makes no table for the loader"))
}
