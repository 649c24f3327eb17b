/**
 * The session token and the profile live in local storage, as specified. Whoever watches the token learns of a
 * sign-in or sign-out in this tab and in every other one (storage events).
 */
const TOKEN = 'token'
const PROFILE = 'profile'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const readToken = () => localStorage.getItem(TOKEN)

export const keepToken = (token: string) => {
  localStorage.setItem(TOKEN, token)
  tell()
}

/** How the last session ended here: refused by the server, idle too long, or by the person's own choice. */
export type End = 'expired' | 'idle' | 'chosen'
let end: End = 'expired'
export const readEnd = () => end

/** Forgets the session in this browser. `dead` names the token that was refused: a newer one stays. */
export const dropToken = (why: End, dead?: string) => {
  if (dead !== undefined && dead !== readToken()) return
  end = why
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(PROFILE)
  tell()
}

/** A browser keeps some five million characters for all that is stored: the rest is for drafts. */
const PROFILE_CHARS_MAX = 1_000_000

/**
 * Keeps the profile where it fits, without its pictures where those make it too long, and else not at all: nobody is
 * kept out for want of room.
 */
export const keepProfile = (profile: object) => {
  const withoutPictures = (key: string, value: unknown) => (key === 'image' ? '' : value)
  const whole = JSON.stringify(profile)
  const kept = whole.length <= PROFILE_CHARS_MAX ? whole : JSON.stringify(profile, withoutPictures)
  try {
    localStorage.setItem(PROFILE, kept)
  } catch {
    // What lies there may be of somebody who was signed in before.
    localStorage.removeItem(PROFILE)
  }
}

/** Tells of a sign-in in another tab of this browser. */
export const watchSignIn = (listener: () => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN && newValue !== null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export const watchToken = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TOKEN && event.key !== null) return
    end = 'expired'
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
