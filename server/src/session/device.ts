import { createHmac, timingSafeEqual } from 'node:crypto'
import { session } from '#contract/people/session.ts'
import { randomToken } from '../platform/crypto/digest.ts'
import { derivedKey } from '../platform/crypto/secret-box.ts'

/**
 * A browser in which somebody has signed in. Its cookie opens no door: it only says where wrong tries are counted, so
 * that a stranger's guesses do not keep the owner out (decisions/009). Nothing of it is stored here.
 */
export type Device = { id: string; user_id: string }

const COOKIE = 'lulus_device'
/** People who share a browser; the one who was last here comes first. */
const DEVICES_MAX = 5
const COOKIE_HEADER_LENGTH_MAX = 8192
/** Browsers keep no cookie for longer than 400 days. */
const COOKIE_S = 400 * 24 * 3600

/** Who has signed in with the browser that sends this `Cookie` header; whatever we did not make is left out. */
export const readDevices = (key_hex: string, cookie_header: string | undefined): Device[] => {
  if (cookie_header === undefined || cookie_header.length > COOKIE_HEADER_LENGTH_MAX) return []
  const cookie = cookie_header.split(';').find((part) => part.trim().startsWith(`${COOKIE}=`))
  const stamps =
    cookie
      ?.trim()
      .slice(COOKIE.length + 1)
      .split('~') ?? []
  return stamps.slice(0, DEVICES_MAX).flatMap((stamp) => readStamp(key_hex, stamp) ?? [])
}

/** The devices of a browser after `user_id` has signed in with it. */
export const addDevice = (devices: readonly Device[], user_id: string): Device[] => {
  const known = devices.find((device) => device.user_id === user_id)
  const others = devices.filter((device) => device !== known)
  return [known ?? { id: randomToken(), user_id }, ...others].slice(0, DEVICES_MAX)
}

/** The `Set-Cookie` header for these devices; browsers send it with the sign-in call alone. */
export const deviceCookie = (key_hex: string, devices: readonly Device[], https: boolean): string => {
  const value = devices.map((device) => `${device.id}.${device.user_id}.${sign(key_hex, device)}`).join('~')
  const path = session.login.path.replace(/\/$/, '')
  const attributes = `Path=${path}; Max-Age=${COOKIE_S}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`
  return `${COOKIE}=${value}; ${attributes}`
}

const readStamp = (key_hex: string, stamp: string): Device | undefined => {
  const [id = '', user_id = '', signature = ''] = stamp.split('.')
  const device = { id, user_id }
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(key_hex, device))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

const sign = (key_hex: string, { id, user_id }: Device) =>
  createHmac('sha256', derivedKey(key_hex, 'lulus sign-in device'))
    .update(`${id}.${user_id}`)
    .digest('base64url')
