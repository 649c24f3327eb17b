// node run/test-room.mjs server [--shard=1/4]: the tests of some vitest projects, and the closing line.
import { conclude, runTests } from './vitest.mjs'

const words = process.argv.slice(2)
const projects = words.filter((word) => !word.startsWith('--'))
const options = words.filter((word) => word.startsWith('--'))
conclude([runTests(projects, {}, options)])
