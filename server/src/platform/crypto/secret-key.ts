import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../env/start-error.ts'

/**
 * The installation's secret key (64 hex digits): SECRET_KEY, or `secret.key` in the data folder, made readable
 * by its owner only on the first start. Throws when that file does not hold a key.
 */
export const loadSecretKey = (env: { secret_key: string | undefined; data_dir: string }): string => {
  if (env.secret_key !== undefined) return env.secret_key
  const file = join(env.data_dir, 'secret.key')
  createOnce(env.data_dir, file)
  const key = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new StartError(`${file} does not hold a key of 64 hexadecimal digits. Restore it from your backup.`)
  }
  return key
}

/** A hard link appears whole or not at all, so two processes on their first start agree on one key. */
const createOnce = (data_dir: string, file: string) => {
  mkdirSync(data_dir, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}
