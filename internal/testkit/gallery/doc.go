// Package gallery makes docs/gallery: what the command prints, a page each, of real runs
// over small extensions that stand in testdata. There is nothing here but tests.
//
// A show is a file of testdata: a title, a paragraph, commands and files. A line that
// begins with "> " runs and is not shown, one with "$ " is shown with what it printed, and
// "shows" names the files that the page has below. UPDATE=1 writes the pages.
package gallery
