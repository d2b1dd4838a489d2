// Package pictures makes the pictures of the documentation: pages of real runs, in a
// Chromium and in both themes. What a page is made of (its headings, first words, kinds
// of elements and style) is written beside its pictures, and a test that needs no browser
// makes the pages again and compares, so that no picture outlives what it shows.
//
// It is tests alone; nothing may import it.
package pictures
