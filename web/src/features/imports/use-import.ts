import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { useFollowing } from '../../api/following.ts'
import { q } from '../../api/queries.ts'
import { isWorking } from './look.ts'

/** How often its counts are asked for while the server works, where this tab does not hear of them. */
const ASK_AGAIN_MS = 600
/** All the same, now and then. */
const ASK_LATER_MS = 5_000

/** An upload as it is now; while the server is at work it is followed. */
export const useImport = (id: string) => {
  const again_ms = useFollowing() ? ASK_LATER_MS : ASK_AGAIN_MS
  return useQuery({
    ...q(importSteps.read, { params: { id } }),
    refetchInterval: ({ state }) => (isWorking(state.data?.state) ? again_ms : false),
  })
}

/** Takes over an upload as an act answered it. */
export const useKeepImport = () => {
  const client = useQueryClient()
  return (answered: Import) =>
    client.setQueryData(q(importSteps.read, { params: { id: answered.id } }).queryKey, answered)
}

/** An upload as it was read last, also by what arrived since the screen was drawn. */
export const useLastImport = () => {
  const client = useQueryClient()
  return (id: string) => client.getQueryData(q(importSteps.read, { params: { id } }).queryKey)
}
