/** Asks on a thread of its own, so that what it leaves behind is not cleared away while others answer. */
import { parentPort } from 'node:worker_threads'

/** What is asked for at the same moment. */
export type Wish = { url: string; headers: Record<string, string> }[]
/** After how many ms all had answered, and how. */
export type Heard = { ms: number; answers: { status: number; text: string }[] }

const answerOf = async ({ url, headers }: Wish[number]) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, text: await answer.text() }
}

parentPort?.on('message', async (wish: Wish) => {
  const started = performance.now()
  const answers = await Promise.all(wish.map(answerOf))
  const heard: Heard = { ms: performance.now() - started, answers }
  parentPort?.postMessage(heard)
})
