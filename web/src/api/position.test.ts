import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { documents } from '#contract/documents.ts'
import { call } from './call.ts'

const [EARLY, LATE] = ['000000010000000003000148', '000000010000000004000000']
const UNKNOWN = 'FFFFFFFFFFFFFFFFFFFFFFFF'
const params = { uuid: '7f3c9a0e-5d2b-4c41-9a51-0d7a5f3f8f10' }
const read = () => call(documents.tabs, { query: {} })
const write = () => call(documents.hold, { params, body: { reason: 'Stock' } })

let now_ms = 0
let sent: (string | undefined)[] = []
beforeEach(() => {
  // What an earlier test wrote is long past.
  now_ms += 1_000_000
  sent = []
  vi.stubGlobal('performance', { now: () => now_ms })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Each call is answered with the next of these; `cut` breaks off. */
const answering = (answers: readonly (string | undefined)[]) =>
  vi.stubGlobal('fetch', async (_to: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['x-database-position'])
    const position = answers[sent.length - 1]
    if (position === 'cut') throw new TypeError('fetch failed')
    return new Response('{}', position ? { headers: { 'x-database-position': position } } : {})
  })

it('sends back with its reads where the database was after its last write, for a minute', async () => {
  answering([undefined, EARLY, undefined, LATE])
  await read()
  await write()
  await read()
  await write()
  now_ms += 59_999
  await read()
  now_ms += 1
  await read()
  expect(sent).toEqual([undefined, undefined, EARLY, EARLY, LATE, undefined])
})

it('keeps the later of two writes whose answers come in another order', async () => {
  answering([LATE, EARLY])
  await Promise.all([write(), write()])
  await read()
  expect(sent).toEqual([undefined, undefined, LATE])
})

it('reads in the database itself after a write that was not answered, until the next one', async () => {
  answering(['cut', undefined, EARLY])
  await expect(write()).rejects.toMatchObject({ status: 0 })
  await read()
  await write()
  await read()
  expect(sent).toEqual([undefined, UNKNOWN, UNKNOWN, EARLY])
})
