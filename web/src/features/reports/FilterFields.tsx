import { useLingui } from '@lingui/react/macro'
import { MultiSelect, type NativeSelectProps, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { lists } from '#contract/lists.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { useProfile } from '../../session/session.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FailedLine } from '../../ui/FailedLine.tsx'
import type { useActForm } from '../../ui/form/use-act-form.ts'
import { environmentWord } from '../../widgets/environment-look.ts'
import { FormatField } from './FormatField.tsx'
import classes from './reports.module.css'
import { TenantField } from './TenantField.tsx'
import type { Wanted } from './wanted.ts'

type Form = Pick<ReturnType<typeof useActForm<never, Wanted>>, 'form' | 'field'>

const TEXT_CHARS_MAX = 200

/** Every filter that is specified, the environment, and the kind of file. */
export const FilterFields = ({ form }: { form: Form }) => {
  const { t } = useLingui()
  const { types, failed } = useTypes()
  const { filters } = form.form.values
  const several = { searchable: true, clearable: true, clearButtonProps: { 'aria-label': t`Clear` } } as const
  return (
    <div className={classes.fields}>
      <p role="status" className={classes.failed}>
        {failed}
      </p>
      <TenantField {...tenantOf(form)} />
      <DateField
        {...form.field('filters.invoice_date__gte')}
        value={filters.invoice_date__gte}
        label={t`Invoice Date From`}
      />
      <DateField
        {...form.field('filters.invoice_date__lte')}
        value={filters.invoice_date__lte}
        label={t`Invoice Date To`}
      />
      <MultiSelect
        {...form.field('filters.invoice_types')}
        {...several}
        label={t`Invoice Types`}
        data={(types?.invoice_types ?? []).map(({ code, description }) => ({
          value: code,
          label: `${code} ${description}`,
        }))}
      />
      <MultiSelect
        {...form.field('filters.status')}
        {...several}
        label={t`Status`}
        data={(types?.status_choices ?? []).map((value) => ({ value, label: told(value) }))}
      />
      <TextInput
        {...form.field('filters.customer__name__icontains')}
        label={t`Customer Name`}
        maxLength={TEXT_CHARS_MAX}
      />
      <MultiSelect
        {...form.field('filters.sender_store_code')}
        {...several}
        label={t`Department`}
        data={useDepartments(filters.sender_entity_code)}
      />
      <TextInput {...form.field('filters.agent_code')} label={t`Agent Code`} maxLength={TEXT_CHARS_MAX} />
      <TextInput
        {...form.field('filters.contract_number')}
        label={t`Contract Number`}
        maxLength={TEXT_CHARS_MAX}
      />
      <MultiSelect
        {...form.field('filters.customer__identity_type')}
        {...several}
        label={t`Customer Identity Type`}
        data={types?.identity_choices ?? []}
      />
      <MultiSelect
        {...form.field('filters.environment')}
        {...several}
        label={t`Environment`}
        data={useEnvironments()}
      />
      <FormatField {...form.field('format')} />
    </div>
  )
}

/** With another company its departments are others. */
const tenantOf = (form: Form): NativeSelectProps => {
  const tenant = form.field('filters.sender_entity_code')
  return {
    ...tenant,
    onChange: (event) => {
      form.form.setFieldValue('filters.sender_store_code', [])
      tenant.onChange(event)
    },
  }
}

/** What there is to choose from, or that it did not come. */
const useTypes = () => {
  const { data, error, refetch } = useQuery({
    ...q(lists.uniqueTypes),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = !data && error && <FailedLine error={error} onRetry={() => void refetch()} />
  return { types: data, failed }
}

/** The departments of a person, of one company where one is chosen; companies may name theirs alike. */
const useDepartments = (entity_code: string) => {
  const { store_code, sender_entities } = useProfile()
  const entity = sender_entities.find((one) => one.entity_code === entity_code)
  const mine = store_code.filter(({ sender_entity_id }) => !entity || sender_entity_id === entity.id)
  const names = new Map(mine.map(({ code, name }) => [code, name ? `${code} ${name}` : code]))
  return [...names].map(([value, label]) => ({ value, label }))
}

const useEnvironments = () => {
  const { i18n } = useLingui()
  return ENVIRONMENTS.map((value) => ({ value, label: environmentWord(value, i18n) }))
}
