package fleet

import (
	"errors"
	"io"
	"os"

	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// ReadDelivery reads a part's folder. Its files are strangers': bounded, plain, and
// not followed out of the folder.
func ReadDelivery(p *process.Process, dir string) Delivery {
	d := Delivery{From: dir}
	read := func(name string, most int64) ([]byte, error) {
		// No descriptor stays open between two files.
		f, err := process.OpenInside(p.Path(dir), name)
		if err != nil {
			return nil, reason(err)
		}
		defer f.Close()
		return io.ReadAll(io.LimitReader(f, most+1))
	}
	d.Part, d.Err = read(PartFile, MaxBytes)
	d.Open = func(name string) ([]byte, error) { return read(name, report.MaxBytes) }
	return d
}

// reason leaves this machine's paths out of an error about a file.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
