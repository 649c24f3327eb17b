import { Trans, useLingui } from '@lingui/react/macro'
import { rules, type SavedRule } from '#contract/shaping/rules.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { fieldLabel } from '../../widgets/field-options.ts'
import { useColumns } from './columns.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleMarks } from './RuleMarks.tsx'
import { RuleRequests } from './RuleRequests.tsx'
import { rulesAddress } from './rules-address.ts'
import { useRuleRequests } from './use-rule-requests.ts'
import { useConditions } from './words.ts'

/** `/data-mapping/validation-rules`: what must hold for every document. */
export const RulesPage = () => {
  const { t } = useLingui()
  const conditions = useConditions()
  const list = useList(rulesAddress, (query) => q(rules.list, { query }))
  useFailureToast(list.error, t`Failed to load validation rules.`)
  const { askedBy, ...requests } = useRuleRequests()
  const rows = useRowForm<SavedRule>({
    may: true,
    add_label: t`Add Validation Rule`,
    nameOf: (row) => `${fieldLabel(row.field)} ${row.value}`,
    form: (row, onClose) => <RuleForm rule={row} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Validation Rules`}
      crumbs={[
        { label: t`Dashboard`, to: paths.dashboard },
        { label: t`Mapping Cockpit`, to: paths.dataMapping },
      ]}
      actions={rows.add}
      above={<RuleRequests {...requests} />}
      list={list}
      filters={[{ name: 'search', label: t`Field, value or message`, kind: 'text' }]}
      columns={[...useColumns(askedBy), ...rows.columns]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={fieldLabel(row.field)}
          aside={conditions[row.condition]}
          quiet={`${row.value} · ${row.error_message}`}
          actions={
            <>
              <RuleMarks rule={row} asked_by={askedBy(row.id)} />
              {rows.edit(row)}
            </>
          }
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No validation rules yet.`} action={rows.add}>
          <Trans>A rule says what must hold for every document; one that breaks it is not taken.</Trans>
        </EmptyState>
      }
      nothing_found={t`No validation rule matches this filter.`}
    >
      {rows.form}
    </ListPage>
  )
}
