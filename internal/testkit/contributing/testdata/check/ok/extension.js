const os = require('os')
os.platform()
