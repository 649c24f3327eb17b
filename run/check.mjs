// npm run check: what a developer runs before every commit; under two minutes.
import { findNode, install } from './project.mjs'
import { runSteps, SOURCE_CHECKS } from './steps.mjs'

install()
findNode()
const unit = [
  'unit tests',
  'vitest',
  'run',
  '--config',
  'vitest.config.ts',
  '--project',
  'domain',
  '--project',
  'web',
]
const failed = runSteps([...SOURCE_CHECKS, unit])
console.log(failed.length === 0 ? 'All is well.' : `To mend: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
