import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { cancellations } from '#contract/documents/cancellations.ts'
import { q } from '../../../api/queries.ts'
import { whenWanted } from '../../../ui/later/later.ts'

/** Most days there are none. */
const CancelPanels = whenWanted(async () => (await import('./CancelPanels.tsx')).CancelPanels)

const LOOK_AGAIN_MS = 2_000

/** The cancellations of many that go on, or ended not long ago, in whichever tab they were begun. */
export const CancelRuns = () => {
  const { data } = useQuery({
    ...q(cancellations.latest),
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ waiting, unclear }) => waiting + unclear > 0) ? LOOK_AGAIN_MS : false,
  })
  const runs = data?.runs ?? []
  return (
    runs.length > 0 && (
      <Suspense>
        <CancelPanels runs={runs} />
      </Suspense>
    )
  )
}
