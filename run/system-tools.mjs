// Programs of the operating system that the tests use: found, or installed through apt when we are root.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './project.mjs'

/** The shell is the least work (e2e/chromium.ts), and the smallest to install. */
const SHELL = 'chromium-headless-shell'
const BROWSERS = [
  SHELL,
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
]

/** The path of a browser, installing one if need be; undefined when there is none to be had. */
export const findBrowser = () => {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  return onPath(BROWSERS) ?? (aptInstall(SHELL) || aptInstall('chromium') ? onPath(BROWSERS) : undefined)
}

/** The path of a tool, installing its Debian package if need be; undefined when there is none to be had. */
export const findTool = (name, debian_package) =>
  onPath([name]) ?? (aptInstall(debian_package) ? onPath([name]) : undefined)

/** Whether a server program is there. To install one would also start it as a service, so that is left to people. */
export const hasServer = (name) => onPath([name]) !== undefined

/** Servers lie where only root's path leads. */
const SERVERS = '/usr/sbin'

const onPath = (names) => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), SERVERS]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

const aptInstall = (debian_package) => {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false
  console.log(`Installing ${debian_package} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // The package lists may be fresh already, or the machine without a network but with a full cache.
  spawnSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' })
  return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', debian_package], env)
}
