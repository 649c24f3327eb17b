import { useProfile } from '../../../session/session.ts'
import type { ColumnKey } from './columns.tsx'

/** The columns that say the same in every row that this person can see, and the one that is not specified. */
export const useFoldedColumns = (): ColumnKey[] => {
  const { sender_entities, store_code } = useProfile()
  return [
    ...(store_code.length === 1 ? ['sender_store_code' as const] : []),
    ...(sender_entities.length === 1 ? ['sender.name' as const] : []),
    'created_by_name',
  ]
}
