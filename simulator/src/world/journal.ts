import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { BodyPlace, WorldEvent } from './records.ts'

/** Where the simulator remembers: an append-only list of events and an append-only heap of document bytes. */
export type Journal = {
  /** The events of earlier runs, in order. */
  readonly past: WorldEvent[]
  append(event: WorldEvent): void
  keepBody(bytes: Buffer): BodyPlace
  readBody(place: BodyPlace): Buffer
  close(): void
}

/** A journal that forgets everything with the process. */
export const openMemoryJournal = (): Journal => {
  const bodies: Buffer[] = []
  return {
    past: [],
    append: () => undefined,
    keepBody: (bytes) => ({ at: bodies.push(bytes) - 1, length: bytes.length }),
    readBody: ({ at }) => bodies[at] ?? Buffer.alloc(0),
    close: () => undefined,
  }
}

/**
 * * A journal in a folder. Bytes are written before the event that names them, so a process killed between
 * the two leaves only an unused tail; a torn last line is cut off at the next start.
 */
export const openFileJournal = (folder: string): Journal => {
  mkdirSync(folder, { recursive: true })
  const eventsPath = path.join(folder, 'journal.jsonl')
  const { past, whole_bytes } = readEvents(eventsPath)
  const events = openSync(eventsPath, 'a')
  ftruncateSync(events, whole_bytes)
  const bodies = openSync(path.join(folder, 'documents.bin'), 'a+')
  let end = fstatSync(bodies).size
  return {
    past,
    append: (event) => {
      writeAll(events, Buffer.from(`${JSON.stringify(event)}\n`))
    },
    keepBody: (bytes) => {
      writeAll(bodies, bytes)
      const place = { at: end, length: bytes.length }
      end += bytes.length
      return place
    },
    readBody: ({ at, length }) => {
      const bytes = Buffer.alloc(length)
      readSync(bodies, bytes, 0, length, at)
      return bytes
    },
    close: () => {
      closeSync(events)
      closeSync(bodies)
    },
  }
}

const readEvents = (file: string): { past: WorldEvent[]; whole_bytes: number } => {
  if (!existsSync(file)) return { past: [], whole_bytes: 0 }
  const text = readFileSync(file)
  const whole_bytes = text.lastIndexOf('\n') + 1
  const lines = text.subarray(0, whole_bytes).toString('utf8').split('\n').filter(Boolean)
  // Only this module writes the file, so its lines are events by construction.
  return { past: lines.map((line) => JSON.parse(line) as WorldEvent), whole_bytes }
}

const writeAll = (file: number, bytes: Buffer): void => {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}
