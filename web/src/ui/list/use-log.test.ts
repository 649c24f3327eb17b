import { focusManager, InfiniteQueryObserver, onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { logQuery } from './use-log.ts'

/** A log of three entries, one a stretch, and the places from which it was read. */
const watched = () => {
  const asked: (string | undefined)[] = []
  const ask = (after: string | undefined) => ({
    queryKey: ['log.of.a.test', after ?? ''],
    queryFn: () => {
      asked.push(after)
      const at = Number(after ?? 0) + 1
      return { next: at < 3 ? `http://localhost/log/?after=${at}` : null, results: [at] }
    },
  })
  const client = createQueryClient()
  return { asked, client, log: new InfiniteQueryObserver(client, logQuery(ask)) }
}

test('a log is read on from where the stretch before ended, to its end', async () => {
  const { log, asked } = watched()
  await log.refetch()
  await log.fetchNextPage()
  const { data, hasNextPage } = await log.fetchNextPage()
  expect([asked, data?.pages.flatMap(({ results }) => results), hasNextPage]).toEqual([
    [undefined, '1', '2'],
    [1, 2, 3],
    false,
  ])
})

test('whoever looks at a log again, at once, asks again for all that was read of it', async () => {
  const { log, asked } = watched()
  await log.refetch()
  await log.fetchNextPage()
  await log.refetch()
  expect(asked).toEqual([undefined, '1', undefined, '1'])
})

test('who comes back to the tab, or to a network, has not asked for a log', async () => {
  const { asked, client, log } = watched()
  client.mount()
  const leave = log.subscribe(() => undefined)
  await expect.poll(() => log.getCurrentResult().isSuccess).toBe(true)
  await client.invalidateQueries({ refetchType: 'none' })
  for (const there of [false, true]) {
    focusManager.setFocused(there)
    onlineManager.setOnline(there)
  }
  await expect.poll(() => client.isFetching()).toBe(0)
  expect([asked, log.getCurrentResult().isStale]).toEqual([[undefined], true])
  leave()
  client.unmount()
})
