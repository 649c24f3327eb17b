import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './ask-again.ts'
import { createQueryClient } from './queries.ts'

/** A read that somebody looks at, whose answers are given by the test. */
const shown = () => {
  const client = createQueryClient()
  const answers: ((status: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['documents.get', {}], queryFn })
  observer.subscribe(() => {})
  return { client, answers, read: () => observer.getCurrentResult().data }
}

test('what is shown is asked for again', async () => {
  const { client, answers, read } = shown()
  answers[0]?.('Approved')
  await expect.poll(read).toBe('Approved')
  const asked = askAgain(client, ['documents.get'])
  answers[1]?.('Submitted')
  await asked
  expect(read()).toBe('Submitted')
})

test('a first answer that was on its way when the news came is not believed for long', async () => {
  const { client, answers, read } = shown()
  const asked = askAgain(client, ['documents.get'])
  // Read before what the news is about.
  answers[0]?.('Submitted')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('Invalid')
  await asked
  expect(read()).toBe('Invalid')
})

test('of others nothing is asked', async () => {
  const { client, answers } = shown()
  const asked = askAgain(client, ['customers.list'])
  answers[0]?.('Approved')
  await asked
  expect(answers).toHaveLength(1)
})
