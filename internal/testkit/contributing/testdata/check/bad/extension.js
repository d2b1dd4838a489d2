const os = require('os')
os.hostname() // want "os.hostname asks for the machine's name"
