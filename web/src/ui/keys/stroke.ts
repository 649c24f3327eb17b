/** What was pressed: `keys`, and since when a first key waits for its second, in ms of the page's own clock. */
export type Stroke = { keys?: string; waits_since?: number }

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'timeStamp'
>

/** The key that waits for another one: "go". */
const FIRST = 'g'
/** How long it waits. */
const WAITS_MS_MAX = 1_500

/** What a key says after what was pressed before it; nothing where it belongs to the browser. */
export const readStroke = (event: Pressed, before: Stroke): Stroke => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return {}
  // Shift alone is no key yet: `?` needs it.
  if (event.key.length !== 1 && event.key !== 'Escape') return event.key === 'Shift' ? before : {}
  if (isCapital(event)) return {}
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const { waits_since } = before
  if (waits_since !== undefined && event.timeStamp - waits_since <= WAITS_MS_MAX) {
    return { keys: `${FIRST} ${key}` }
  }
  return key === FIRST && !event.repeat ? { waits_since: event.timeStamp } : { keys: key }
}

const isCapital = ({ key, shiftKey }: Pressed) => shiftKey && /^\p{L}$/u.test(key)
