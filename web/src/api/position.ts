import { POSITION_HEADER, SEEN_MS } from '#contract/position.ts'

let written: { position: string; until_ms: number } | undefined

/** Notes where the database was after a write of this page; other answers do not say it. */
export const noteWritten = (headers: Headers): void => {
  const position = headers.get(POSITION_HEADER)
  if (position) written = { position, until_ms: performance.now() + SEEN_MS }
}

/** What the reads of this page have to contain; undefined when it has written nothing for a while. */
export const readWritten = (): string | undefined =>
  written && performance.now() < written.until_ms ? written.position : undefined
