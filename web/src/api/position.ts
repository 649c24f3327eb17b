import { POSITION_UNKNOWN, SEEN_MS } from '#contract/position.ts'

let written: { position: string; until_ms: number } | undefined

/**
 * Notes where the database was after a write of this page; other answers do not say it. The answers of two writes may
 * come in another order than theirs; where it was not known, it is by the next.
 */
export const noteWritten = (position: string | null): void => {
  if (!position) return
  const known = readWritten() ?? ''
  const is_later = known > position && known !== POSITION_UNKNOWN
  written = { position: is_later ? known : position, until_ms: performance.now() + SEEN_MS }
}

/** What the reads of this page have to contain; undefined when it has written nothing for a while. */
export const readWritten = (): string | undefined =>
  written && performance.now() < written.until_ms ? written.position : undefined
