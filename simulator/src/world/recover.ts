import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { AppendOnly } from './append-only.ts'
import { JournalFailure } from './failure.ts'
import { type BrokenPart, readLines } from './lines.ts'
import type { WorldEvent } from './records.ts'

/** How many places of broken lines are named; the file they are kept in shows all. */
const PLACES_MAX = 5

type Journal = {
  events: AppendOnly
  bodies: AppendOnly
  /** Where broken lines are kept. */
  dropped: string
  say: (sentence: string) => void
}

/**
 * The events of earlier runs. Lines that are none are moved to a file beside the journal, which is told, as are missing
 * bytes of documents. Throws JournalFailure when the keys are gone: nothing that was signed or issued would hold.
 */
export const recover = ({ events, bodies, dropped, say }: Journal): WorldEvent[] => {
  const bytes = events.readAll()
  const { events: past, broken } = readLines(bytes)
  // A first start that was cut short has neither a whole line nor documents.
  const used = bytes.includes('\n') || bodies.size() > 0
  if (used && !past.some((event) => event.kind === 'keys')) throw keysMissing(events.path)
  if (broken.length > 0) {
    putAside({ file: events.path, bytes, broken, dropped })
    say(`The simulator dropped ${spell(broken)} of ${events.path} and keeps what stood there in ${dropped}.`)
  }
  const lost = past.flatMap(placesOf).filter(({ at, length }) => at + length > bodies.size()).length
  if (lost > 0)
    say(`${bodies.path} lacks the bytes of ${lost} documents; asked for them the simulator answers 404.`)
  return past
}

const keysMissing = (file: string) =>
  new JournalFailure(
    `The simulator cannot use ${file}, whose line with the keys is missing or broken: ` +
      `bring the file back from a backup, or move ${path.dirname(file)} away to begin with an empty authority.`,
  )

const placesOf = (event: WorldEvent) =>
  event.kind === 'submission' ? event.documents.map((document) => document.body) : []

const spell = (broken: readonly BrokenPart[]): string => {
  const places = broken.slice(0, PLACES_MAX).map(({ from, to }) => `${from} to ${to - 1}`)
  const more = broken.length > PLACES_MAX ? ', …' : ''
  return `${broken.length} broken ${broken.length === 1 ? 'line' : 'lines'} (bytes ${places.join(', ')}${more})`
}

type Removal = { file: string; bytes: Buffer; broken: readonly BrokenPart[]; dropped: string }

/**
 * Copies the broken parts and only then covers them with blanks: everything else stays in its place, so this needs next
 * to no space and may be cut short at any moment.
 */
const putAside = ({ file, bytes, broken, dropped }: Removal): void => {
  const lines = broken.flatMap(({ from, to }) => [bytes.subarray(from, to), Buffer.from('\n')])
  writeFileSync(dropped, Buffer.concat(lines), { flag: 'a', mode: 0o600, flush: true })
  chmodSync(dropped, 0o600)
  const original = openSync(file, 'r+')
  for (const { from, to } of broken) writeSync(original, Buffer.alloc(to - from, ' '), 0, to - from, from)
  closeSync(original)
}
