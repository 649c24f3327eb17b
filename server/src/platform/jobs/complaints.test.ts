import { expect, it } from 'vitest'
import { withPauses } from './runner.ts'

it('a complaint of all workers is heard once, and again after a while', () => {
  let now_ms = 0
  const heard: string[] = []
  const complain = withPauses(
    (error) => heard.push(error.message),
    () => now_ms,
  )
  for (const worker of ['a', 'b', 'c']) {
    complain(new Error(`the server is starting (Queue: documents.send, Worker: ${worker})`))
    complain(new Error(`the server is away (Queue: documents.poll, Worker: ${worker})`))
  }
  expect(heard).toHaveLength(2)
  now_ms = 10_000
  complain(new Error('the server is away (Queue: documents.poll, Worker: d)'))
  expect(heard.at(-1)).toContain('Worker: d')
})
