import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, open } from '#contract/endpoint.ts'
import { fixedClock } from '../clock/fixtures/fixed-clock.ts'
import { csvReply } from '../lists/csv-reply.ts'
import { workbookReply } from '../lists/workbook-reply.ts'
import { openLog } from '../log/log.ts'
import { createApp } from './app.ts'
import { bindEndpoints } from './bind.ts'
import { routesWith } from './route.ts'

const file = (ending: 'csv' | 'xlsx') =>
  endpoint({
    id: `numbers.${ending}`,
    method: 'GET',
    path: `/api/numbers/${ending}/`,
    access: open,
    query: z.object({}),
    reply: 'file',
  })
const [csv, xlsx] = [file('csv'), file('xlsx')]

type Row = { n: number }
/** The second thousand is never read. */
const next = async (after: Row | undefined, limit: number): Promise<Row[]> => {
  if (after) throw new Error('The database is away.')
  return Array.from({ length: limit }, (_, n) => ({ n: n + 1 }))
}
const report = { filename: 'numbers', columns: [['Number', ({ n }: Row) => String(n)]] as const, next }

const app = await createApp({ log: openLog('silent'), https: false, trusted_proxies: [] })
const on = routesWith<object>()
bindEndpoints(
  app,
  [csv, xlsx],
  [
    on(csv, async () => csvReply(report)),
    on(xlsx, async () => workbookReply({ ...report, sheet: 'Numbers' })),
  ],
  {
    authenticate: async () => undefined,
    context: {},
    clock: fixedClock(new Date('2026-03-01T00:00:00Z')),
    validate_replies: true,
  },
)
let url: string
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

it.each([
  { path: csv.path, encoding: 'identity' },
  { path: csv.path, encoding: 'gzip' },
  { path: xlsx.path, encoding: 'identity' },
  { path: xlsx.path, encoding: 'gzip' },
])('a file that broke off is none: $path, $encoding', async ({ path, encoding }) => {
  const answer = async () => {
    const reply = await fetch(`${url}${path}`, { headers: { 'accept-encoding': encoding } })
    return (await reply.arrayBuffer()).byteLength
  }
  await expect(answer()).rejects.toThrow()
})

/** As a proxy does that knows no chunks: the end of the connection is the end of the file. */
it.each([csv.path, xlsx.path])('nor to who takes the end of a connection for its end: %s', async (path) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.0\r\nhost: lulus.example\r\n\r\n`)
  socket.resume()
  await expect(once(socket, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
})
