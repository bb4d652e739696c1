// Node loads this file before the program (node -r). The file is CommonJS in old syntax, so that a Node that is too old shows
// this message instead of a syntax error.
var needed = [24, 12]
var found = process.versions.node.split('.').map(Number)

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    'This project needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '. ' +
      'Install Node 24 (https://nodejs.org) for ' +
      process.platform +
      ' ' +
      process.arch +
      ' and run the same command again. On Linux x64, npm ci installs it for the npm scripts.\n',
  )
  process.exit(1)
}

// Node caches compiled code for the next start. The cache is in node_modules, so that only users who may change the code can
// write to it. If Node cannot write there, it continues without the cache.
require('node:module').enableCompileCache(`${__dirname}/../node_modules/.cache/compile`)
