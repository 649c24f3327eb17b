import { createHash } from 'node:crypto'
import { ftruncateSync, mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JournalFailure } from './failure.ts'
import { openFileJournal } from './journal.ts'
import { writeLine } from './lines.ts'
import type { WorldEvent } from './records.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const KEYS: WorldEvent = { kind: 'keys', keys: { ca_key_pem: 'k', ca_certificate_pem: 'c', token_key: 't' } }
const clock = (offset_ms: number): WorldEvent => ({ kind: 'clock', offset_ms })
const bytesOf = (name: string) => readFileSync(path.join(folder, name))
const documentAt = (body: { at: number; length: number }, bytes: Buffer) => ({
  body,
  document_hash: createHash('sha256').update(bytes).digest('hex'),
})

/** A disk with so many free bytes, which may refuse to shorten files too. */
const smallDisk = () => {
  const disk = {
    free: Number.POSITIVE_INFINITY,
    cuts: true,
    write: (file: number, bytes: Buffer, offset: number): number => {
      const fits = Math.min(disk.free, bytes.length - offset)
      if (fits === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      disk.free -= fits
      return writeSync(file, bytes, offset, fits)
    },
    cut: (file: number, length: number): void => {
      if (!disk.cuts) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
      ftruncateSync(file, length)
    },
  }
  return disk
}

const open = () => {
  const disk = smallDisk()
  const said: string[] = []
  return { disk, said, journal: openFileJournal(folder, { disk, say: (sentence) => said.push(sentence) }) }
}

test('an event cut after any byte leaves the journal as it was', () => {
  const { disk, journal, said } = open()
  journal.append(KEYS)
  const before = bytesOf('journal.jsonl')
  const line = writeLine(clock(1))
  for (let free = 0; free < line.length; free += 1) {
    disk.free = free
    expect(() => journal.append(clock(1))).toThrow(JournalFailure)
    expect(bytesOf('journal.jsonl')).toEqual(before)
  }
  disk.free = line.length
  journal.append(clock(1))
  expect(said).toEqual([
    expect.stringMatching(/journal\.jsonl \(ENOSPC.*make space on its disk\./),
    'The simulator can write its journal again.',
  ])
  journal.close()
  expect(open().journal.past).toEqual([KEYS, clock(1)])
})

test('bodies go with the event that would have named them, whichever of the two does not fit', () => {
  const { disk, journal } = open()
  journal.append(KEYS)
  const first = Buffer.from('first')
  const kept = journal.keepBody(first)
  journal.append(clock(1))
  const event = writeLine(clock(2))
  for (let free = 0; free < 20 + event.length; free += 1) {
    disk.free = free
    expect(() => {
      journal.keepBody(Buffer.alloc(10, 'a'))
      journal.keepBody(Buffer.alloc(10, 'b'))
      journal.append(clock(2))
    }).toThrow(JournalFailure)
    expect(bytesOf('documents.bin').toString()).toBe('first')
  }
  disk.free = Number.POSITIVE_INFINITY
  const second = Buffer.from('second')
  const place = journal.keepBody(second)
  expect(journal.readBody(documentAt(place, second))).toEqual(second)
  expect(journal.readBody(documentAt(kept, first))).toEqual(first)
  journal.close()
})

test('what could not be cut off at once is cut off before the next event', () => {
  const { disk, journal } = open()
  journal.append(KEYS)
  disk.free = 7
  disk.cuts = false
  expect(() => journal.append(clock(1))).toThrow(JournalFailure)
  disk.free = 1_000
  expect(() => journal.append(clock(1))).toThrow(JournalFailure)
  disk.cuts = true
  journal.append(clock(2))
  journal.close()
  const again = open()
  expect(again.journal.past).toEqual([KEYS, clock(2)])
  expect(again.said).toEqual([])
})

test('what could not be cut off until the end is put aside at the next start', () => {
  const { disk, journal } = open()
  journal.append(KEYS)
  disk.free = 7
  disk.cuts = false
  expect(() => journal.append(clock(1))).toThrow(JournalFailure)
  journal.close()
  const again = open()
  expect(again.journal.past).toEqual([KEYS])
  expect(again.said).toHaveLength(1)
  again.journal.append(clock(2))
  again.journal.close()
  expect(open().journal.past).toEqual([KEYS, clock(2)])
})
