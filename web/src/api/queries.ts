import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { askAgain } from './ask-again.ts'
import { call } from './call.ts'
import { mayPass, wasTurnedAway } from './errors.ts'

/** Key and fetcher of a read: `useQuery(q(documents.list, { query }))`. The key is the endpoint's id and its input. */
export const q = <E extends Endpoint>(endpoint: E, ...[input]: Given<E>) =>
  queryOptions({
    queryKey: [endpoint.id, input ?? {}],
    // An endpoint without input takes the empty one.
    queryFn: ({ signal }) => call(endpoint, (input ?? {}) as Input<E>, { signal }),
  })

/**
 * Sends a write; when it is settled, every read that the endpoint calls old (`changes`) is asked for again, whether it
 * succeeded or not: a conflict means that what is shown is old.
 */
export const useSend = <E extends Endpoint>(endpoint: E) => {
  const client = useQueryClient()
  return useMutation<Output<E>, Error, Input<E> & Extra>({
    mutationFn: ({ headers, ...input }) =>
      // `headers` was the only part added to Input<E>
      call(endpoint, input as unknown as Input<E>, headers && { headers }),
    onSettled: () => refresh(client, endpoint),
  })
}

/** Asks again for every read that is old after a call of this endpoint, whatever the read's input. */
export const refresh = async (client: QueryClient, { changes = [] }: Endpoint): Promise<void> => {
  const round = { from_ms: Date.now(), to_ms: Number.POSITIVE_INFINITY }
  for (const id of changes) ownRounds.set(id, round)
  await askAgain(client, changes)
  round.to_ms = Date.now()
}

/** When each read was asked for last because of what this person did. */
const ownRounds = new Map<string, { from_ms: number; to_ms: number }>()

/** Whether an answer of that instant came because of something that this person did here, not of what others did. */
export const isOwnNews = (id: string, at_ms: number): boolean => {
  const round = ownRounds.get(id)
  return round !== undefined && round.from_ms <= at_ms && at_ms <= round.to_ms
}

type Extra = { headers?: Record<string, string> }

/** No second argument for an endpoint without input, an optional one when every part is optional. */
type Given<E> = unknown extends Input<E> ? [] : [input: Input<E>]

const RETRIES_MAX = 2

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      mutations: {
        // Without a network a call fails and says so. The library would hold it back, and send it minutes later.
        networkMode: 'always',
        // Anything else may have been done, and is the person's to send again.
        retry: (count, error) => count < RETRIES_MAX && wasTurnedAway(error),
      },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        // Refusals stay refusals; only a server that is away or too busy is asked again, and not without a network.
        retry: (count, error) => count < RETRIES_MAX && mayPass(error) && navigator.onLine,
      },
    },
  })
