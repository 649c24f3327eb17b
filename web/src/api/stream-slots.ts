/**
 * The streams of one browser, which it counts: over HTTP/1.1 it has six connections to a server for all of its tabs,
 * and a stream keeps one. Kept in local storage, since a tab at a plain `http:` address has no locks.
 */
export type Slots = {
  /** Takes a free slot, or keeps the one that is held for a while longer; false where others have them all. */
  hold(): boolean
  leave(): void
}

/** So many tabs listen; the calls of all tabs share the other connections. */
const SLOTS_MAX = 4
/** Whoever holds a slot says so again in half of that time; a tab that is gone says nothing. */
export const SLOT_MS = 10_000

type Given = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Which tab this is, unlike any other. */
  tab: string
  now_ms: () => number
}

export const createSlots = ({ storage, tab, now_ms }: Given): Slots => {
  const holderOf = (slot: string) => {
    const [holder = '', at_ms] = (storage.getItem(slot) ?? '').split(' ')
    return Math.abs(now_ms() - Number(at_ms)) < SLOT_MS ? holder : ''
  }
  const keep = (slot: string, holder: string) => {
    try {
      storage.setItem(slot, holder)
    } catch {
      // A storage that is full counts nobody, and so keeps nobody out.
    }
  }
  const held = () => SLOTS.find((slot) => holderOf(slot) === tab)
  return {
    hold: () => {
      const slot = held() ?? SLOTS.find((one) => holderOf(one) === '')
      if (slot) keep(slot, `${tab} ${now_ms()}`)
      return slot !== undefined
    },
    leave: () => {
      const slot = held()
      if (slot) storage.removeItem(slot)
    },
  }
}

const SLOTS = Array.from({ length: SLOTS_MAX }, (_, at) => `stream.${at + 1}`)
