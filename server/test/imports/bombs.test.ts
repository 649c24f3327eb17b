import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { imports } from '#contract/imports.ts'
import { writeSetting } from '../../src/settings/write.ts'
import { openPrograms } from '../crash/programs.ts'
import { addressOf } from '../database.ts'
import { csvOf, row } from '../files.ts'
import { storedRows } from '../stored.ts'
import { createWorld, NOON, UNREACHABLE } from '../world.ts'

/**
 * With `IMPORTS=all` (npm run test:imports) time and memory are looked at too, of the program by itself, for which the
 * machine must be free.
 */
const MEASURED = process.env.IMPORTS === 'all'
const MB = 1_048_576
const MS_MAX = 1_000
const EXTRA_MB_MAX = 64
const GB = 1_000 * MB

const clock = { now: () => new Date(), advance: () => {} }
const world = await createWorld(MEASURED ? { clock } : {})
// A sample need not be that large: so many rows bring 10 MB.
const few = { key: 'imports.rows_max', value: 5_000, now: NOON } as const
if (!MEASURED) await writeSetting(world.db, { ...few, caller: await world.callerOf('devi') })

/** The portal as a program, and what it has of memory in bytes. */
const openProgram = async () => {
  const database_url = addressOf(world.connection)
  const programs = await openPrograms({ database_url, simulator_url: UNREACHABLE, node_args: [] })
  programs.start('web')
  await programs.untilHealthy()
  const { pid } = programs.demandAlive('web').child
  const memory = () => {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kb) * 1_024
  }
  return { url: programs.url, memory }
}
const program = MEASURED ? await openProgram() : undefined
const address = program?.url ?? (await world.app.listen({ port: 0, host: '127.0.0.1' }))
const memory = program?.memory ?? (() => 0)

/** `within` is how much may have been sent when the answer comes; what lies in sockets by then is part of it. */
type Bomb = {
  name: string
  head: string | Buffer
  more: string
  within: number
  status: number
  says: RegExp
}

const wide = csvOf([row('GB-1', { document_remarks: 'x'.repeat(20_000) })])
const [, line = ''] = wide.split('\r\n')
const BOMBS: readonly Bomb[] = [
  {
    ...{ name: 'a file of a GB', head: wide, more: `${line}\r\n`, within: 130 * MB },
    ...{ status: 413, says: /bytes allowed here/ },
  },
  {
    name: 'a million columns',
    head: '',
    more: 'a,',
    within: 16 * MB,
    status: 400,
    says: /longer than the 64,000/,
  },
  {
    ...{ name: 'a field of 100 MB', head: 'invoice_number\r\n"', more: 'x', within: 16 * MB },
    ...{ status: 400, says: /longer than the 64,000/ },
  },
  {
    ...{ name: 'JSON of ten million keys', head: '[{', more: '"a":1,', within: 16 * MB },
    ...{ status: 400, says: /500|150,000|JSON/ },
  },
  {
    name: 'JSON without bottom',
    head: '',
    more: '{"a":[',
    within: 16 * MB,
    status: 400,
    says: /document of JSON|is JSON/,
  },
  {
    ...{ name: 'a thousand to one', head: gzipSync(Buffer.alloc(10 * MB)), more: 'x', within: 16 * MB },
    ...{ status: 400, says: /gzip/ },
  },
]

/** Sends what begins so and goes on without end; answers what comes back, after how much and how long. */
const explode = async (path: string, { head, more }: Bomb) => {
  const headers = {
    'content-type': 'multipart/form-data; boundary=X',
    ...(await world.tokenHeader(world.company.users.aminah)),
  }
  const call = request(new URL(path, address), { method: 'POST', headers })
  call.on('error', () => {})
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  call.write('--X\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n')
  call.write(head)
  const chunk = Buffer.from(more.repeat(Math.ceil(MB / more.length)))
  const idle = memory()
  let [bytes, peak] = [0, idle]
  const started_ms = performance.now()
  const gone = once(call, 'close')
  let over = false
  const response = answered.then((given) => {
    over = true
    return given
  })
  while (!over && !call.destroyed && bytes < GB) {
    bytes += chunk.length
    if (!call.write(chunk)) await Promise.race([once(call, 'drain'), gone, response])
    peak = Math.max(peak, memory())
  }
  const [refusal] = await response
  const body = await json(refusal)
  call.destroy()
  return {
    ...{ status: refusal.statusCode, text: JSON.stringify(body), bytes },
    ...{ ms: performance.now() - started_ms, extra_mb: (peak - idle) / MB },
  }
}

// What is soon forgotten has the room that it takes in a program that has worked for some minutes.
const [first] = BOMBS
if (program && first) await explode(imports.csv.path, first)

test.each(BOMBS)(
  '$name is refused as soon as it is seen, at every door, and leaves nothing',
  {
    timeout: 120_000,
  },
  async (bomb) => {
    const before = await storedRows(world)
    for (const path of [imports.csv.path, imports.file.path, importSteps.begin.path]) {
      const { status, text, bytes, ms, extra_mb } = await explode(path, bomb)
      expect([path, status, text]).toEqual([path, bomb.status, expect.stringMatching(bomb.says)])
      expect(bytes).toBeLessThan(bomb.within)
      if (!MEASURED) continue
      console.log(
        `${bomb.name}: ${Math.round(bytes / MB)} MB, ${Math.round(ms)} ms, ${Math.round(extra_mb)} MB extra`,
      )
      expect(ms).toBeLessThan(MS_MAX)
      expect(extra_mb).toBeLessThan(EXTRA_MB_MAX)
    }
    expect(await storedRows(world)).toEqual(before)
  },
)
