// What every program here needs: the folder, the right Node, the installed packages. Runs on any Node from 18.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPackages } from './installed.mjs'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const BIN = join(ROOT, 'node_modules/.bin')

/** Ends the program with a sentence for the person who started it. */
export const giveUp = (sentence) => {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/** Where each way of running it as a service has its settings (deploy/), which the service alone reads. */
const SETTINGS_OF_SERVICE = '/etc/lulus/lulus.env'

/**
 * A start by hand beside a service knows nothing of its settings: without any of its own it would make a second, empty
 * Lulus with the demo company, at the port of the first.
 */
export const demandNoService = (settings = SETTINGS_OF_SERVICE, { DATA_DIR, DATABASE_URL } = process.env) => {
  if (DATA_DIR || DATABASE_URL || !existsSync(settings)) return
  giveUp(
    `Lulus is a service here, with the settings of ${settings}: start it with systemctl ` +
      '(lulus, or lulus-web and lulus-worker; deploy/). ' +
      'For another one beside it name its own data and port: DATA_DIR=./trial PORT=8081 npm start',
  )
}

/** What Node made of the sources, for its next start: half of a start is reading TypeScript. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** The environment in which the project's own Node and tools come first. */
export const projectEnv = () => ({
  NODE_COMPILE_CACHE: COMPILED,
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
})

/** Runs a command to its end with our terminal; answers whether it succeeded. */
export const run = (command, args, env = projectEnv()) =>
  spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0

/**
 * Installs the packages of package-lock.json unless exactly these are there. `npm ci` deletes all before it fetches
 * any, so it runs only where one is missing that every machine needs. One for this machine alone is added to the
 * others, by our own Node, since npm leaves out what the one that runs it is too old for.
 */
export const install = () => {
  const before = missingPackages(ROOT)
  if (before.all.length === 0) return
  console.log('Installing packages …')
  if (before.needed.length > 0 && !npm(['ci'], process.env)) giveUp(NOT_INSTALLED)
  if (missingPackages(ROOT).all.length === 0) return
  npm(['install', '--no-save'], projectEnv())
  const { all, needed } = missingPackages(ROOT)
  if (needed.length > 0) giveUp(NOT_INSTALLED)
  const names = all.map((path) => path.replace('node_modules/', ''))
  if (names.length > 0) console.log(`Not to be had: ${names.join(', ')}. The next start tries again.`)
}

const NOT_INSTALLED = 'The packages could not be installed; see above. npm 10 or newer is needed.'

const npm = (args, env) => run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], env)

/** Node 24 from the packages, or the one that runs us when it is new enough. */
export const findNode = () => {
  for (const node of [join(BIN, 'node'), process.execPath]) {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
    if (major > 24 || (major === 24 && minor >= 21)) return node
  }
  return giveUp(
    `There is no Node 24 for ${process.platform} ${process.arch} among the packages: install Node 24.21.`,
  )
}

/** Builds the screens into dist/web unless they were built from just these sources. */
export const buildScreens = (node) => {
  const built = join(ROOT, 'dist/web')
  const stamp = join(ROOT, 'dist/web.sha256')
  const hash = sourceHash(['web', 'contract/src', 'domain/src', 'codes/src', 'package-lock.json'])
  const found = existsSync(join(built, 'index.html')) && existsSync(stamp)
  if (found && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the screens …')
  // In a folder of its own: whoever builds them at the same time would empty it half-way, and call that finished.
  const building = join(ROOT, `dist/building-${process.pid}`)
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const options = ['--config', 'web/vite.config.ts', '--outDir', building, '--emptyOutDir']
  if (!run(node, [vite, 'build', ...options, '--logLevel', 'warn'])) {
    rmSync(building, { recursive: true, force: true })
    giveUp('The screens could not be built; see above.')
  }
  putInPlace(building, built)
  writeFileSync(stamp, hash)
}

const putInPlace = (folder, place) => {
  rmSync(place, { recursive: true, force: true })
  try {
    renameSync(folder, place)
  } catch (error) {
    // Somebody else has put there what they have built meanwhile of the same sources.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
    rmSync(folder, { recursive: true, force: true })
  }
}

const sourceHash = (places) => {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => filesUnder(join(ROOT, place)))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const filesUnder = (place) => {
  if (!existsSync(place)) return []
  try {
    const names = readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist')
    return names.sort().flatMap((name) => filesUnder(join(place, name)))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [place]
    throw error
  }
}

/** The simulator keeps its journal with the portal's data, whichever command starts the two. */
export const simulatorEnv = ({ SIMULATOR_DATA_DIR, DATA_DIR } = process.env) => ({
  SIMULATOR_DATA_DIR: SIMULATOR_DATA_DIR || join(DATA_DIR || './data', 'simulator'),
})
