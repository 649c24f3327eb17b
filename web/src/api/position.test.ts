import { afterEach, expect, it, vi } from 'vitest'
import { documents } from '#contract/documents.ts'
import { call } from './call.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('sends back with its reads where the database was after its last write, for ten seconds', async () => {
  let now_ms = 1_000
  vi.stubGlobal('performance', { now: () => now_ms })
  vi.stubGlobal('localStorage', { getItem: () => null })
  const sent: (string | undefined)[] = []
  const positions = ['', '0/3000148', '', '0/4000000', '', '']
  vi.stubGlobal('fetch', async (_to: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['x-database-position'])
    const position = positions[sent.length - 1]
    return new Response('{}', position ? { headers: { 'x-database-position': position } } : {})
  })
  const read = () => call(documents.tabs, { query: {} })
  const params = { uuid: '7f3c9a0e-5d2b-4c41-9a51-0d7a5f3f8f10' }
  const write = () => call(documents.hold, { params, body: { reason: 'Stock' } })
  await read()
  await write()
  await read()
  await write()
  now_ms += 9_999
  await read()
  now_ms += 1
  await read()
  expect(sent).toEqual([undefined, undefined, '0/3000148', '0/3000148', '0/4000000', undefined])
})
