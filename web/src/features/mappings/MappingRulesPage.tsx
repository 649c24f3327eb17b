import { Trans, useLingui } from '@lingui/react/macro'
import { mappings, type SavedMapping } from '#contract/shaping/mappings.ts'
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
import { MappingForm } from './MappingForm.tsx'
import { mappingsAddress } from './mappings-address.ts'

/** `/data-mapping/mapping-rules`: what values of documents become before they are checked. */
export const MappingRulesPage = () => {
  const { t } = useLingui()
  const list = useList(mappingsAddress, ({ page, page_size, search }, { tab: mapping_type = 'lookup' }) =>
    q(mappings.list, { query: { page, page_size, search, mapping_type } }),
  )
  const { tab = 'lookup' } = list.search
  useFailureToast(list.error, t`Failed to load mappings.`)
  const rows = useRowForm<SavedMapping>({
    may: true,
    add_label: t`Add Mapping`,
    nameOf: (row) => `${fieldLabel(row.field)} ${row.lookup_key}`.trim(),
    form: (row, onClose) => <MappingForm mapping={row} mapping_type={tab} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Mapping Rules`}
      crumbs={[
        { label: t`Dashboard`, to: paths.dashboard },
        { label: t`Mapping Cockpit`, to: paths.dataMapping },
      ]}
      actions={rows.add}
      list={list}
      filters={[{ name: 'search', label: t`Field, key or value`, kind: 'text' }]}
      tabs={{ lookup: t`Lookup Mappings`, hardcode: t`Hardcode Mappings` }}
      columns={[...useColumns(tab), ...rows.columns]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={fieldLabel(row.field)}
          aside={row.mapping_type === 'hardcode' && row.overwrite && <Trans>Overwrites</Trans>}
          quiet={
            row.mapping_type === 'lookup' ? `${row.lookup_key} → ${row.lookup_value}` : row.hardcode_value
          }
          actions={rows.edit(row)}
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No mappings here yet.`} action={rows.add}>
          {tab === 'lookup' ? (
            <Trans>
              A look-up turns a code of your own system, KL-HQ for a branch, into the one used here.
            </Trans>
          ) : (
            <Trans>A hardcode writes one value into a field of every document.</Trans>
          )}
        </EmptyState>
      }
      nothing_found={t`No mapping matches this filter.`}
    >
      {rows.form}
    </ListPage>
  )
}
