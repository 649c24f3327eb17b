import {
  ACCESS_TYPES,
  allFlags,
  type Caller,
  displayName,
  type KeyCaller,
  type UserCaller,
} from '#domain/access/caller.ts'
import { type Flag, flagsAmong } from '#domain/access/flags.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { askedTogether } from '../platform/db/asked-together.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { keyOf, tokenOf } from '../platform/http/credentials.ts'
import { type Key, type Person, readAbsent, readAbsentKey, readKeys, readSessions, touchKey } from './rows.ts'
import { keepAlive, TOUCH_MS } from './sessions.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>
/** `by_itself`: nobody asks, so the session's idle limit stays where it is. */
type Limits = { now: Date; idle_ms_max: number; by_itself?: boolean }

/**
 * Who calls: `Authorization: Token …` of a session, or `Authorization: Api-Key …` / `X-API-Key` of an
 * integration. Undefined without credentials and with dead ones. Moves the session's idle limit along, unless told.
 */
export const loadCaller = async (db: Db, headers: Headers, limits: Limits): Promise<Caller | undefined> => {
  const token = tokenOf(headers)
  if (token !== undefined) return loadUser(db, token, limits)
  const key = keyOf(headers)
  return key === undefined ? undefined : loadKey(db, key, limits.now)
}

/** Asked anew for every call, so that what was taken away is gone at once in every process; but for many in one go. */
const findSession = askedTogether(readSessions)
const findKey = askedTogether(readKeys)

const loadUser = async (db: Db, token: string, { now, idle_ms_max, by_itself }: Limits) => {
  const session = await findSession(db, sha256Hex(token))
  if (!session || session.absolute_until <= now) return undefined
  if (now.getTime() - session.last_used_at.getTime() >= idle_ms_max) return undefined
  if (!by_itself) await keepAlive(db, token, { seen: session.last_used_at, now, idle_ms_max })
  return asUser(session)
}

/** Somebody as `callerId` names them. */
export type Absent = { kind: Caller['kind']; id: string }

/**
 * Who had the server do something, with the rights that they have now; undefined where they may do nothing any more.
 * For jobs that go on with a person's or a key's own work.
 */
export const loadAbsent = async (db: Db, { kind, id }: Absent, now: Date): Promise<Caller | undefined> => {
  if (kind === 'user') {
    const person = await readAbsent(db, id)
    return person && asUser(person)
  }
  const key = await readAbsentKey(db, id)
  return key && isLive(key, now) ? asKey(key) : undefined
}

const asUser = (person: Person): UserCaller => {
  const access_type = ACCESS_TYPES.find((type) => type === person.access_type) ?? 'user'
  return {
    kind: 'user',
    user_id: person.user_id,
    email: person.email,
    display_name: displayName(person),
    access_type,
    flags: access_type === 'superadmin' ? allFlags : flagSet(person.flags),
    stores: person.stores,
  }
}

const loadKey = async (db: Db, secret: string, now: Date): Promise<KeyCaller | undefined> => {
  const key = await findKey(db, sha256Hex(secret))
  if (!key || !isLive(key, now)) return undefined
  if (!key.last_used_at || now.getTime() - key.last_used_at.getTime() >= TOUCH_MS) {
    await inTransaction(db, (tx) => touchKey(tx, key.id, now))
  }
  return asKey(key)
}

const isLive = ({ expires_at }: Key, now: Date) => expires_at > now

const asKey = (key: Key): KeyCaller => ({
  kind: 'api_key',
  key_id: key.id,
  name: key.name,
  sender_entity_id: key.sender_entity_id,
  flags: flagSet(key.flags),
  stores: key.stores,
})

const flagSet = (names: readonly string[]): ReadonlySet<Flag> => new Set(flagsAmong(names))
