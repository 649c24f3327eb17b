import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { addressOf } from '../../../server/test/client.ts'
import type { Archive } from './archive.ts'
import type { Heard, Wish } from './asking-thread.ts'
import type { Call } from './calls.ts'

export type Person = Awaited<ReturnType<Archive['signIn']>> & { who: string }
export type Asked = { call: Call; person: Person }

/** What a call asks for, and what a screen asks for beside it. */
export const wishOf = (
  url: string,
  { call: { endpoint, query, beside = [] }, person: { headers } }: Asked,
): Wish => [endpoint, ...beside].map((one) => ({ url: url + addressOf(one, { query }), headers }))

/** Somebody who asks; whoever is not answered waits for ever, and it is said why. */
export const openAsker = () => {
  const thread = new Worker(new URL('./asking-thread.ts', import.meta.url))
  return {
    msOf: async (wish: Wish): Promise<number> => {
      thread.postMessage(wish)
      const [heard] = (await once(thread, 'message')) as [Heard] // as posted by asking-thread.ts
      const odd = heard.answers.find(({ status }) => status !== 200)
      if (odd) console.log(`${wish[0]?.url}: ${odd.status} ${odd.text}`)
      return odd ? Infinity : heard.ms
    },
    close: () => thread.terminate(),
  }
}

/** Asks here, and answers the text of the first answer. */
export const ask = async (url: string, asked: Asked) => {
  const texts = wishOf(url, asked).map(async ({ url: address, headers }) => {
    const answer = await fetch(address, { headers })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${asked.call.name}: ${answer.status} ${text}`)
    return text
  })
  const [text = ''] = await Promise.all(texts)
  return text
}
