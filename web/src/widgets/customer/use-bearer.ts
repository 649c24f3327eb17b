import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import type { Identity } from '#domain/identity/normalise.ts'
import { q } from '../../api/queries.ts'
import { numberOfOne } from './bearer.ts'

type Typed = Identity & { sender_entity_id: string }

/** As many as the list gives: the number may be a part of others. */
const ROWS_MAX = 100

/** A warning where another customer of the company bears the number already; the server would refuse it. */
export const useBearer = ({ sender_entity_id, ...typed }: Typed, own_id?: string) => {
  const { t } = useLingui()
  const [identity_number] = useDebouncedValue(numberOfOne(typed), 700)
  const { data } = useQuery({
    ...q(customers.list, { query: { identity_number, page_size: ROWS_MAX } }),
    enabled: identity_number !== '' && sender_entity_id !== '',
  })
  const { id, name } =
    data?.results.find(
      (row) => row.identity_number === identity_number && row.sender_entity_id === sender_entity_id,
    ) ?? {}
  if (id === undefined || id === own_id) return []
  const message = t`A customer named "${name}" already exists with the same Identity Number.`
  return [{ field: 'identity_number', message }]
}
