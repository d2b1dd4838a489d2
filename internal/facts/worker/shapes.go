package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Shape is what a function does, as the parser's package has it.
type Shape = esbuild.Shape

// askTable begins the name of a file whose entry in the loader's table is wanted;
// a byte for the conversion follows. No file's name has a NUL.
const askTable = "\x00table"

// askShapes and askModule begin the name of a file whose functions' shapes are
// wanted, or its own as a module.
const (
	askShapes = "\x00shapes"
	askModule = "\x00module"
)

// answerShapes is the first byte of such an answer.
const answerShapes = 's'

// maxShapes bounds an answer.
const maxShapes = 100_000

// Shapes returns the shapes of the functions of a bundle that may be modules. A
// *BlindSpot error means that this file could not be seen; any other error that no
// file can be.
func (c *Child) Shapes(ctx context.Context, name, text string) ([]Shape, error) {
	return c.shapes(ctx, askShapes+strings.ReplaceAll(name, "\x00", ""), text)
}

// Module returns the shape of a package's file as a CommonJS module.
func (c *Child) Module(ctx context.Context, name, text string) (Shape, error) {
	list, err := c.shapes(ctx, askModule+strings.ReplaceAll(name, "\x00", ""), text)
	if err == nil && len(list) != 1 {
		err = ir.ErrDamaged
	}
	if err != nil {
		return Shape{}, err
	}
	return list[0], nil
}

func (c *Child) shapes(ctx context.Context, name, text string) ([]Shape, error) {
	data, err := c.json(ctx, name, text, answerShapes)
	if err != nil {
		return nil, err
	}
	var list []Shape
	if err := json.Unmarshal(data, &list); err != nil || len(list) > maxShapes {
		return nil, ir.ErrDamaged
	}
	for _, s := range list {
		if s.Start < 0 || s.End < s.Start || s.Nodes < 0 || strings.HasPrefix(name, askShapes) && s.End > len(text) {
			return nil, ir.ErrDamaged
		}
	}
	return list, nil
}

// shapesAnswer is answer for shapes.
func shapesAnswer(name, text string, module bool) (out []byte) {
	defer func() {
		if r := recover(); r != nil {
			out = failed(&esbuild.ParseError{Text: fmt.Sprintf("the parser failed: %v", r)})
		}
	}()
	var list []Shape
	var err error
	if module {
		var s Shape
		s, err = esbuild.ModuleShape(name, text)
		list = []Shape{s}
	} else {
		list, err = esbuild.FunctionShapes(name, text)
	}
	if err != nil {
		return failed(err)
	}
	data, err := json.Marshal(list[:min(len(list), maxShapes)])
	if err != nil {
		return failed(err)
	}
	return append([]byte{answerShapes}, data...)
}
