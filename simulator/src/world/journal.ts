import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type AppendOnly, type Disk, openAppendOnly, REAL_DISK } from './append-only.ts'
import { asJournalFailure } from './failure.ts'
import { writeLine } from './lines.ts'
import type { BodyPlace, StoredDocument, WorldEvent } from './records.ts'
import { recover } from './recover.ts'

/** Where the simulator remembers: an append-only list of events and an append-only heap of document bytes. */
export type Journal = {
  /** The events of earlier runs, in order. */
  readonly past: WorldEvent[]
  /** Throws JournalFailure when the event could not be written whole; then nothing of it is there. */
  append(event: WorldEvent): void
  /** Throws JournalFailure likewise; then what was kept for the same event is given up too. */
  keepBody(bytes: Buffer): BodyPlace
  /** The bytes that were accepted; undefined when they are not there whole any more. */
  readBody(document: Pick<StoredDocument, 'body' | 'document_hash'>): Buffer | undefined
  close(): void
}

/** A journal that forgets everything with the process. */
export const openMemoryJournal = (): Journal => {
  const bodies: Buffer[] = []
  return {
    past: [],
    append: () => undefined,
    keepBody: (bytes) => ({ at: bodies.push(bytes) - 1, length: bytes.length }),
    readBody: ({ body }) => bodies[body.at],
    close: () => undefined,
  }
}

export type JournalOptions = {
  /** Tells the operator what was dropped, and when the disk takes nothing; on stderr when absent. */
  say?: ((sentence: string) => void) | undefined
  disk?: Disk
}

const FILES = { events: 'journal.jsonl', bodies: 'documents.bin', dropped: 'journal.dropped' }

/**
 * A journal in a folder, closed to others because it holds keys. Bytes are written before the event that names them,
 * so a process killed between the two leaves only an unused tail. Throws JournalFailure when it cannot be used.
 */
export const openFileJournal = (folder: string, options: JournalOptions = {}): Journal => {
  const { say = console.error, disk = REAL_DISK } = options
  try {
    mkdirSync(path.dirname(folder), { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeFolder(folder)
    const events = openAppendOnly(path.join(folder, FILES.events), disk)
    const bodies = openAppendOnly(path.join(folder, FILES.bodies), disk)
    const past = recover({ events, bodies, dropped: path.join(folder, FILES.dropped), say })
    return { past, ...writing({ events, bodies, say, begun: past.length > 0 }) }
  } catch (error) {
    throw asJournalFailure(error, `use its journal in ${folder}`)
  }
}

/** A folder that holds other things too, the one for temporary files perhaps, keeps its mode. */
const closeFolder = (folder: string): void => {
  const ours = Object.values(FILES)
  if (readdirSync(folder).every((name) => ours.includes(name))) chmodSync(folder, 0o700)
}

type Opened = {
  events: AppendOnly
  bodies: AppendOnly
  say: (sentence: string) => void
  /** Whether anything was ever written; a first start that cannot write ends with the failure itself. */
  begun: boolean
}

const writing = ({ events, bodies, say, ...opened }: Opened): Omit<Journal, 'past'> => {
  let { begun } = opened
  /** Where the bytes end that events name. */
  let named = bodies.size()
  let refused = false
  const orGiveUp = <T>(write: () => T): T => {
    try {
      return write()
    } catch (error) {
      bodies.cutBack(named)
      if (begun && !refused && error instanceof Error) say(`${error.message} Until then it answers 503.`)
      refused = true
      throw error
    }
  }
  return {
    append: (event) => {
      orGiveUp(() => events.append(writeLine(event)))
      named = bodies.size()
      if (refused) say('The simulator can write its journal again.')
      refused = false
      begun = true
    },
    keepBody: (bytes) => ({ at: orGiveUp(() => bodies.append(bytes)), length: bytes.length }),
    readBody: ({ body, document_hash }) => {
      const bytes = bodies.read(body.at, body.length)
      return createHash('sha256').update(bytes).digest('hex') === document_hash ? bytes : undefined
    },
    close: () => {
      events.close()
      bodies.close()
    },
  }
}
