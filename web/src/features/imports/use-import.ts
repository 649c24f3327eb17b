import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { q } from '../../api/queries.ts'
import { isWorking } from './look.ts'

/** How often its counts are asked for while the server works. */
const ASK_AGAIN_MS = 600

/** An upload as it is now; while the server is at work it is followed. */
export const useImport = (id: string) =>
  useQuery({
    ...q(importSteps.read, { params: { id } }),
    refetchInterval: ({ state }) => (isWorking(state.data?.state) ? ASK_AGAIN_MS : false),
  })

/** Takes over an upload as an act answered it. */
export const useKeepImport = () => {
  const client = useQueryClient()
  return (answered: Import) =>
    client.setQueryData(q(importSteps.read, { params: { id: answered.id } }).queryKey, answered)
}
