import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { USER_STATES, users } from '#contract/people/users.ts'
import { ACCESS_TYPES } from '#domain/access/caller.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import type { FilterField } from '../../ui/list/filters.ts'
import { STATE_LOOK, TYPE_WORDS } from './look.ts'

/** By what the list of people is narrowed. */
export const useFilters = (): FilterField[] => {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useQuery(q(users.options))
  const { sender_entities } = useProfile()
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  const all = t`All`
  return [
    { name: 'search', label: t`Name, username or e-mail`, kind: 'text' },
    {
      name: 'access_type',
      label: t`Access Type`,
      ...{ kind: 'choice', all },
      options: ACCESS_TYPES.map((value) => ({ value, label: i18n._(TYPE_WORDS[value]) })),
    },
    {
      name: 'state',
      label: t`State`,
      ...{ kind: 'choice', all },
      options: USER_STATES.map((value) => ({ value, label: i18n._(STATE_LOOK[value].word) })),
    },
    {
      name: 'group_id',
      label: t`Group`,
      ...{ kind: 'choice', all },
      options: data?.groups.map(named) ?? [],
      failed: error && !data && <FailedLine error={error} onRetry={() => void refetch()} />,
    },
    {
      name: 'sender_entity_id',
      label: t`Company`,
      ...{ kind: 'choice', all },
      options: sender_entities.map(named),
    },
  ]
}
