import { Trans, useLingui } from '@lingui/react/macro'
import { CLASSIFICATIONS, TAX_TYPES } from '#codes/lists.ts'
import { items, type SavedItem } from '#contract/items.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePermissions } from '../../session/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { whenWanted } from '../../ui/later/later.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { Beneath } from '../../ui/table/Beneath.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import type { Column } from '../../ui/table/table.ts'
import { ImportButton } from '../../widgets/bring-in/ImportButton.tsx'
import { useCompanyColumn, useCompanyOf } from '../../widgets/EntityField.tsx'
import { ItemForm } from './ItemForm.tsx'
import { itemsAddress } from './items-address.ts'

const ItemsImport = whenWanted(async () => (await import('./ItemsImport.tsx')).ItemsImport)

/** `/dashboard/itemstable`: lines that are sold again and again; choosing one in the form fills the line. */
export const ItemsPage = () => {
  const { t } = useLingui()
  const companyOf = useCompanyOf()
  const list = useList(itemsAddress, ({ sort_order, ...query }) =>
    q(items.list, { query: { ...query, order: sort_order } }),
  )
  const may = usePermissions().can_create_invoice
  const rows = useRowForm<SavedItem>({
    may,
    add_label: t`Add New Item`,
    nameOf: (row) => row.item_description,
    form: (row, onClose) => <ItemForm item={row} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Saved Items`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={
        <>
          {may && <ImportButton dialog={ItemsImport} />}
          {rows.add}
        </>
      }
      list={list}
      filters={[{ name: 'search', label: t`Classification code or description`, kind: 'text' }]}
      columns={[...useColumns(), ...rows.columns]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.item_description}
          aside={`${row.tax_rate} %`}
          quiet={[classificationOf(row), taxTypeOf(row), companyOf?.(row)].filter(Boolean).join(' · ')}
          actions={rows.edit(row)}
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No saved items yet.`} action={rows.add}>
          <Trans>Save what you sell again and again; choosing it in the form fills the line.</Trans>{' '}
          {may && <Trans>Many at once come by Import CSV.</Trans>}
        </EmptyState>
      }
      nothing_found={t`No item matches this search.`}
    >
      {rows.form}
    </ListPage>
  )
}

const classificationOf = ({ classification: code }: SavedItem) =>
  `${code} ${CLASSIFICATIONS.describe(code) ?? ''}`
const taxTypeOf = ({ tax_type: code }: SavedItem) => `${code} ${TAX_TYPES.describe(code) ?? ''}`

const useColumns = (): Column<SavedItem>[] => {
  const { t } = useLingui()
  const of_company = useCompanyColumn()
  const companyOf = useCompanyOf()
  const several = of_company.length > 0
  return [
    {
      key: 'classification',
      header: t`Classification`,
      cell: classificationOf,
      full: classificationOf,
      width_max: several ? 220 : 320,
    },
    {
      key: 'item_description',
      header: t`Description`,
      cell: (row) => (
        <>
          {row.item_description}
          {companyOf && <Beneath narrow>{companyOf(row)}</Beneath>}
        </>
      ),
      full: (row) => row.item_description,
      width_max: several ? 280 : 420,
    },
    ...of_company.map((column) => ({ ...column, roomy: true as const })),
    { key: 'tax_type', header: t`Tax Type`, cell: taxTypeOf, full: taxTypeOf, width_max: 200 },
    { key: 'tax_rate', header: t`Tax Rate`, align: 'right', cell: (row) => `${row.tax_rate} %` },
  ]
}
