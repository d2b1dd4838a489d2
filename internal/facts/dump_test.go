package facts

import (
	"context"
	"fmt"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"os"
	"runtime"
	"testing"
	"time"
)

func TestDump(t *testing.T) {
	d := os.Getenv("ZD")
	if d == "" {
		t.Skip()
	}
	ext, err := extension.Load(context.Background(), d, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t0 := time.Now()
	p, err := Analyze(context.Background(), ext, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("ZV") != "" {
		for _, u := range p.Uses {
			fmt.Println(u.Where.File, u.Where.Line, u.Where.Column, u.Kind, u.Module, u.Member, u.Args, u.Imprecise)
		}
	}
	for _, b := range p.Blind {
		fmt.Println("BLIND", b)
	}
	n := 0
	im := 0
	for _, u := range p.Uses {
		if u.Kind != Reference {
			n++
		}
		if u.Imprecise {
			im++
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Println(d, "files", len(p.Modules), "uses", len(p.Uses), "calls", n, "imprecise", im, "settings", len(p.Settings), "imports", len(p.Imports), time.Since(t0), m.Sys>>20)
}
