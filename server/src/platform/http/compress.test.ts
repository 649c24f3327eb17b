import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'

const ROWS = Array.from({ length: 50 }, (_, at) => ({ invoice_number: `INV-${at}`, status: 'Validated' }))
const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
beforeAll(async () => {
  app.get('/rows', async () => ROWS)
  app.get('/one', async () => ({ ok: true }))
  app.get('/report', (_, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(ROWS.map((row) => `${Object.values(row)}\n`))),
  )
  app.get('/pdf', (_, reply) => reply.type('application/pdf').send(Buffer.alloc(10_000)))
  app.post('/sent', async () => ({ ok: true }))
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) =>
  app.inject({ url, ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }) })

it.each(['/rows', '/report'])('%s goes compressed to whom it may, and says the same', async (url) => {
  const plain = await get(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const small = await get(url, 'gzip, deflate, br')
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
})

it.each([
  ['/one', 'gzip'],
  ['/pdf', 'gzip'],
  ['/rows', 'identity'],
  ['/rows', 'gzip;q=0'],
  ['/rows', 'br'],
  ['/rows', 'nonsense'],
])('%s is sent as it is to whom accepts %s', async (url, accepted) => {
  const answer = await get(url, accepted)
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
})

it('unpacks nothing that it is sent: what is small stays small', async () => {
  const payload = gzipSync(JSON.stringify({ text: 'x'.repeat(1_000_000) }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await app.inject({ method: 'POST', url: '/sent', headers, payload })
  expect(answer.statusCode).toBe(400)
})
