import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fastify } from 'fastify'
import { documents } from '#contract/documents.ts'
import { addressOf } from '../../../server/test/client.ts'
import type { Row } from '../report.ts'
import { openArchive } from './archive.ts'
import { openFilled } from './filled.ts'

/** As many as a small company has of a day. */
const DOCUMENTS = 190
const ROUNDS = 5
const REQUESTS = 600
/** The constant is answered so much faster that it takes more of them to fill as long a time. */
const CONSTANTS = 3_000
const GOAL = 0.2

/** Whoever asks does so on a thread of their own, so that only the answering is measured; over 20 connections. */
const ASKING = `
  const { workerData: { url, headers, requests }, parentPort } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  let left = requests
  const ask = () => new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error('status ' + answer.statusCode))
      answer.resume().on('end', resolve)
    }).on('error', reject)
  })
  const lane = async () => { while (left-- > 0) await ask() }
  const started = performance.now()
  Promise.all(Array.from({ length: 20 }, lane)).then(() => {
    agent.destroy()
    parentPort.postMessage(performance.now() - started)
  })`

type Asked = { url: string; headers: Record<string, string>; requests: number }

/** Answers per second. */
const rateOf = async (asked: Asked): Promise<number> => {
  const [ms] = (await once(new Worker(ASKING, { eval: true, workerData: asked }), 'message')) as [number] // as posted
  return (asked.requests / ms) * 1000
}

/** How many pages of 50 rows are answered in a second, against a route that serialises the same rows as a constant. */
export const benchRequests = async (): Promise<Row> => {
  const archive = await openArchive(await openFilled(DOCUMENTS))
  const constant = fastify()
  try {
    const { headers } = await archive.signIn('devi')
    const url = archive.url + addressOf(documents.list, {})
    const rows: unknown = await (await fetch(url, { headers })).json()
    constant.get('/', async () => rows)
    const constant_url = await constant.listen({ port: 0, host: '127.0.0.1' })
    const rounds: { rate: number; ratio: number }[] = []
    // The first warms both up.
    for (let round = 0; round <= ROUNDS; round++) {
      const rate = await rateOf({ url, headers, requests: REQUESTS })
      const ratio = rate / (await rateOf({ url: constant_url, headers: {}, requests: CONSTANTS }))
      if (round > 0) rounds.push({ rate, ratio })
    }
    const sorted = rounds.toSorted((a, b) => a.ratio - b.ratio)
    const { rate, ratio } = sorted[Math.floor(ROUNDS / 2)] ?? { rate: 0, ratio: 0 }
    const spread = `${sorted[0]?.ratio.toFixed(2)}–${sorted.at(-1)?.ratio.toFixed(2)}`
    return {
      name: 'pages of the list a second, against the same rows as a constant',
      figure: `${Math.round(rate)} a second (ratio ${spread})`,
      ...{ ratio, goal: GOAL, floor: 0.05 },
    }
  } finally {
    await constant.close()
    await archive.close()
  }
}
