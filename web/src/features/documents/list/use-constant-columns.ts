import { useProfile } from '../../../session/session.ts'
import type { SortKey } from './columns.tsx'

/** The columns that say the same in every row that this person can see. */
export const useConstantColumns = (): SortKey[] => {
  const { sender_entities, store_code } = useProfile()
  return [
    ...(store_code.length === 1 ? ['sender_store_code' as const] : []),
    ...(sender_entities.length === 1 ? ['sender.name' as const] : []),
  ]
}
