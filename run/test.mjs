// npm test: all set-up, then every check and every test, of the long ones a quarter. The last line counts them.
import { buildScreens, findNode, giveUp, install } from './project.mjs'
import { runSteps, SOURCE_CHECKS } from './steps.mjs'
import { findBrowser, findTool, hasServer } from './system-tools.mjs'
import { findTurn } from './turn.mjs'
import { conclude, runTests } from './vitest.mjs'

install()
const node = findNode()
const browser = findBrowser()
if (!browser) {
  giveUp(
    'The tests need Chromium or Chrome. Install one (Debian: apt-get install chromium; Fedora: dnf install ' +
      'chromium), or set CHROMIUM_PATH to its program.',
  )
}
const isMissing = (name, debian_package) =>
  console.log(
    `${name} is missing (Debian: apt-get install ${debian_package}); the tests that ask it will fail.`,
  )
for (const [name, debian_package] of [
  ['xmllint', 'libxml2-utils'],
  ['pdftotext', 'poppler-utils'],
]) {
  if (!findTool(name, debian_package)) isMissing(name, debian_package)
}
if (!hasServer('slapd')) isMissing('slapd', 'slapd')
buildScreens(node)

const broken = runSteps(SOURCE_CHECKS)
if (broken.length > 0) console.log(`Checks to mend: ${broken.join(', ')}.`)
const checks = {
  passed: SOURCE_CHECKS.length - broken.length,
  failed: broken.length,
  failures: broken.map((name) => `failed: the check ${name}`),
  skipped: [],
}

// The browser tests come alone: on two cores they would make the others late, and be late themselves.
const TURN = findTurn()
const env = { CHROMIUM_PATH: browser, TURN }
if (TURN !== 'all') console.log(`Of the long proofs one part in four is played, that of turn ${TURN}.`)
conclude([
  checks,
  runTests(['domain', 'simulator', 'server', 'proofs', 'web', 'simulation'], env),
  runTests(['e2e'], env),
])
