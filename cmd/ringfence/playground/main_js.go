// Command playground is the analysis in a browser, compiled to WebAssembly by
// `make playground`. It does one thing and ends: it scans the archive that the page's
// script hands it, or it parses, as the child of one that scans. All it knows of the
// browser is the object named worker.Host (internal/playground/assets/worker.js).
package main

import (
	"context"
	"os"
	"syscall/js"
	"time"

	"github.com/ringfence-dev/ringfence/internal/facts/worker"
	"github.com/ringfence-dev/ringfence/internal/memory"
	"github.com/ringfence-dev/ringfence/internal/playground"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// version is set by the linker.
var version string

// parseMemory is what a child may hold, as far as the program itself can tell; the
// script ends it at less.
const parseMemory = 3 << 30

func main() {
	host := js.Global().Get(worker.Host)
	if len(os.Args) > 1 && os.Args[1] == process.WorkerVerb {
		if err := worker.ServeHost(parseMemory); err != nil {
			os.Exit(1)
		}
		return
	}
	memory.CollectLate(false)
	chosen := host.Get("archive")
	archive := playground.Archive{Name: chosen.Get("name").String(), Data: make([]byte, chosen.Get("bytes").Length())}
	js.CopyBytesToGo(archive.Data, chosen.Get("bytes"))
	host.Delete("archive")
	got, err := playground.Scan(context.Background(), archive, playground.Machine{
		Version: version, Now: time.Now, Parser: true,
		Watch: func(file string, done, all int) { host.Call("progress", file, done, all) },
	})
	if err != nil {
		host.Call("failed", err.Error())
		return
	}
	host.Call("done", bytes(got.JSON), bytes(got.Page))
}

// bytes makes an array of the script's.
func bytes(b []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}
