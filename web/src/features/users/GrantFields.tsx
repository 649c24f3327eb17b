import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { users } from '#contract/people/users.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Values = {
  access_type: string
  origin: string
  group_ids: string[]
  sender_entity_ids: string[]
  store_code_ids: string[]
}
type Form = {
  form: { values: Values; setFieldValue: (name: 'store_code_ids', value: string[]) => void }
  field: (name: 'group_ids' | 'sender_entity_ids' | 'store_code_ids') => Bound
}
type Bound = ReturnType<UseFormReturnType<Values>['getInputProps']>

/** Which groups, companies and departments a person has. */
export const GrantFields = ({ form: { form, field } }: { form: Form }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(users.options))
  const { sender_entities, store_code: stores } = useProfile()
  const { access_type, origin, sender_entity_ids, store_code_ids } = form.values
  const decided = data?.groups.filter(({ by_directory }) => by_directory).map(({ name }) => name) ?? []
  const entities = field('sender_entity_ids')
  const groups = field('group_ids')
  // No department is left whose company is taken away.
  const chooseEntities = (ids: string[]) => {
    entities.onChange(ids)
    const left = stores.filter(({ sender_entity_id }) => ids.includes(sender_entity_id)).map(({ id }) => id)
    form.setFieldValue(
      'store_code_ids',
      store_code_ids.filter((id) => left.includes(id)),
    )
  }
  const names = decided.join(', ')
  return (
    <>
      <MultiSelect
        {...groups}
        error={error && !data ? <FailedLine error={error} onRetry={() => void refetch()} /> : groups.error}
        label={t`Groups`}
        description={
          origin === 'directory' && names
            ? t`The directory decides about ${names}, and puts them back at each sign-in.`
            : t`What the person may do.`
        }
        data={data?.groups.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        searchable
      />
      {access_type === 'superadmin' ? (
        <Notice tone="info">
          <Trans>An Admin has every permission and reaches every company and department.</Trans>
        </Notice>
      ) : (
        <>
          <MultiSelect
            {...entities}
            onChange={chooseEntities}
            label={t`Companies`}
            data={sender_entities.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
          />
          <MultiSelect
            {...field('store_code_ids')}
            label={t`Departments`}
            description={t`A company is reached only through its departments.`}
            data={sender_entities
              .filter(({ id }) => sender_entity_ids.includes(id))
              .map(({ id, name }) => ({ group: name, items: stores.filter(ofEntity(id)).map(option) }))}
            disabled={sender_entity_ids.length === 0}
            searchable
          />
        </>
      )}
    </>
  )
}

type Store = { id: string; code: string; name: string; sender_entity_id: string }
const ofEntity = (id: string) => (store: Store) => store.sender_entity_id === id
const option = ({ id, code, name }: Store) => ({ value: id, label: `${code} · ${name}` })
