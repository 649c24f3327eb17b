import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import { q } from '../../api/queries.ts'

type Typed = { identity_number: string; sender_entity_id: string }

/** A warning where another customer of the company bears the number already; the server would refuse it. */
export const useBearer = ({ identity_number: typed, sender_entity_id }: Typed, own_id?: string) => {
  const { t } = useLingui()
  const [identity_number] = useDebouncedValue(typed.trim(), 700)
  const { data } = useQuery({
    ...q(customers.list, { query: { identity_number } }),
    enabled: identity_number !== '' && identity_number !== 'NA' && sender_entity_id !== '',
  })
  const { id, name } =
    data?.results.find(
      (row) => row.identity_number === identity_number && row.sender_entity_id === sender_entity_id,
    ) ?? {}
  if (id === undefined || id === own_id) return []
  const message = t`A customer named "${name}" already exists with the same Identity Number.`
  return [{ field: 'identity_number', message }]
}
