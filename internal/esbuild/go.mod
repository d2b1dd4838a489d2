// A module of its own, because Go decides who may import esbuild's internal
// packages by import path alone. See parse.go.
module github.com/evanw/esbuild/bridge

go 1.26

require github.com/evanw/esbuild v0.28.2

require golang.org/x/sys v0.0.0-20220715151400-c0bba94af5f8 // indirect
