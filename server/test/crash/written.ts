import { POSITION_HEADER, POSITION_UNKNOWN, SEEN_MS } from '#contract/position.ts'

/**
 * Where the database was after what somebody wrote, as the screens keep it (web/src/api/position.ts): with the reads of
 * a while they say so, and read where it has arrived.
 */
export const openWritten = () => {
  let written: { position: string; until_ms: number } | undefined
  const known = () => (written && performance.now() < written.until_ms ? written.position : undefined)
  return {
    note: (position: string | null) => {
      if (!position) return
      const before = known() ?? ''
      const is_later = before > position && before !== POSITION_UNKNOWN
      written = { position: is_later ? before : position, until_ms: performance.now() + SEEN_MS }
    },
    headers: (): Record<string, string> => {
      const position = known()
      return position === undefined ? {} : { [POSITION_HEADER]: position }
    },
  }
}
