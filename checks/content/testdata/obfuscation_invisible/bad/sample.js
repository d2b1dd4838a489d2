exports.sample = 'This line ends with a hidden text.󠁹󠁯󠁵󠀠󠁦󠁯󠁵󠁮󠁤󠀠󠁴󠁨󠁥󠀠󠁷󠁯󠁲󠁤󠁳'; // want "^19 characters in a row that nobody sees, which read .you found the words.$"
