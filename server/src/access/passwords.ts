import { hash, verify } from '@node-rs/argon2'
import common from './common-passwords.json' with { type: 'json' }

const PASSWORD_LENGTH_MIN = 12

const COMMON: ReadonlySet<string> = new Set(common)

/** Why a new local password is refused, as a sentence; undefined when it is fine (decisions.md §6). */
export const passwordFault = (password: string): string | undefined => {
  if ([...password].length < PASSWORD_LENGTH_MIN) {
    return `Please use at least ${PASSWORD_LENGTH_MIN} characters.`
  }
  return isCommon(password) ? 'This password is too easy to guess.' : undefined
}

/** A well-known word stays well known with figures and signs around it, or twice in a row. */
const isCommon = (password: string) => {
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^a-z]/g, '')
  const half = letters.slice(0, letters.length / 2)
  const word = letters === half + half ? half : letters
  return COMMON.has(lower) || COMMON.has(word) || new Set(lower).size <= 4
}

// 19 MiB and two passes: the parameters which OWASP's password storage guideline names first for argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id, with a fresh salt, in its own text form. */
export const hashPassword = (password: string) => hash(password, COST)

/** Whether the password belongs to the hash. Without a hash it takes about the same time and answers false. */
export const verifyPassword = async (password_hash: string | null, password: string): Promise<boolean> => {
  const matches = await verify(password_hash ?? (await nobody()), password)
  return matches && password_hash !== null
}

let decoy: Promise<string> | undefined

/** A hash of the same cost that belongs to no account. */
const nobody = () => {
  decoy ??= hashPassword(crypto.randomUUID())
  return decoy
}
