import type { QueryClient } from '@tanstack/react-query'

/**
 * Asks again for what is shown of these reads, whatever their input; resolves when it is there. A first answer that is
 * still on its way may be older than the news, and it cannot be called off: it is waited for, and asked for once more.
 */
export const askAgain = async (client: QueryClient, ids: readonly string[]): Promise<void> => {
  const coming = client.getQueryCache().findAll({
    predicate: ({ queryKey: [id], state }) =>
      ids.some((one) => one === id) && state.fetchStatus === 'fetching' && state.data === undefined,
  })
  await Promise.all(ids.map((id) => client.invalidateQueries({ queryKey: [id] })))
  await Promise.all(
    coming.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined)
      await client.invalidateQueries({ queryKey, exact: true })
    }),
  )
}
