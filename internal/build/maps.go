package build

// MapsSuffix takes the place of .vsix in the name of the archive that holds the
// source maps of a package.
const MapsSuffix = ".maps.zip"

// MaxMaps is how many maps are kept.
const MaxMaps = 2000
