package playground

import "embed"

// Assets are the page, its style and its scripts. They are in no program but the one
// that builds the playground.
//
//go:embed assets
var Assets embed.FS
