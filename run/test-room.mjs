// node run/test-room.mjs server: the tests of some vitest projects, and the closing line.
import { conclude, runTests } from './vitest.mjs'

conclude([runTests(process.argv.slice(2))])
