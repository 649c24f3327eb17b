import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../env/start-error.ts'
import { isAbsent } from '../files/absent.ts'

type Where = { secret_key: string | undefined; data_dir: string }

export const keyFile = ({ data_dir }: Pick<Where, 'data_dir'>) => join(data_dir, 'secret.key')

/**
 * The installation's secret key (64 hex digits): SECRET_KEY, or what `secret.key` in the data folder holds; undefined
 * where there is neither. Throws when that file does not hold a key.
 */
export const findSecretKey = (where: Where): string | undefined => {
  if (where.secret_key !== undefined) return where.secret_key
  return readKeyFile(keyFile(where))
}

/** What such a file holds; undefined where it is not there. Throws when it does not hold a key. */
export const readKeyFile = (file: string): string | undefined => {
  const key = readIfThere(file)?.trim()
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key)) {
    throw new StartError(`${file} does not hold a key of 64 hexadecimal digits. Restore it from your backup.`)
  }
  return key
}

/** Before anything is begun: throws where the file holds no key, or where none could be made in the data folder. */
export const demandKeyPlace = (where: Where): void => {
  if (findSecretKey(where) !== undefined) return
  mkdirSync(where.data_dir, { recursive: true })
  accessSync(where.data_dir, constants.W_OK)
}

/** The key; where there is none one is made in the data folder, readable by its owner only. */
export const makeSecretKey = (where: Where): string => {
  const known = findSecretKey(where)
  if (known !== undefined) return known
  createKeyFile(where.data_dir, keyFile(where))
  return makeSecretKey(where)
}

const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/**
 * Makes a key there, unless there is one. A hard link appears whole or not at all, so two processes on their first
 * start agree on one key.
 */
export const createKeyFile = (data_dir: string, file: string) => {
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
