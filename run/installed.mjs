// Which of the packages that package-lock.json wants here are not in node_modules.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The paths of what is missing in `folder`: `all`, and those `needed` on every machine. npm writes its own lockfile
 * into node_modules last of all, so that of half an installation all is. An optional package may lack where it is for
 * other machines, or for whatever needs one that is; npm also succeeds when it could not fetch one that is for this
 * machine, without which nothing runs.
 */
export const missingPackages = (folder, machine = thisMachine()) => {
  const wanted = Object.entries(readPackages(join(folder, 'package-lock.json')))
  const present = readPackages(join(folder, 'node_modules/.package-lock.json'))
  const missing = wanted
    .filter(([path, { version }]) => path !== '' && present[path]?.version !== version)
    .filter(([, entry]) => !entry.optional || isFor(entry, machine))
  const pathsOf = (entries) => entries.map(([path]) => path)
  return { all: pathsOf(missing), needed: pathsOf(missing.filter(([, { optional }]) => !optional)) }
}

const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

const thisMachine = () => ({ os: process.platform, cpu: process.arch, libc: libc() })

/** As npm finds it out. */
const libc = () => {
  if (process.platform !== 'linux') return undefined
  // It would ask for the names of all addresses.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Whether the package names this machine, in a text or a list; one that names none may come along with others. */
const isFor = (entry, machine) => {
  const named = ['os', 'cpu', 'libc'].filter((kind) => entry[kind])
  return named.length > 0 && named.every((kind) => [entry[kind]].flat().includes(machine[kind]))
}
