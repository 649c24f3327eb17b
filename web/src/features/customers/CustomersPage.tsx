import { Trans, useLingui } from '@lingui/react/macro'
import { type CustomerRow, customers } from '#contract/customers.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePermissions } from '../../session/session.ts'
import { DownloadButton } from '../../ui/acts/DownloadButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { whenWanted } from '../../ui/later/later.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { ImportButton } from '../../widgets/bring-in/ImportButton.tsx'
import { CustomerForm } from '../../widgets/customer/CustomerForm.tsx'
import { useCompanyOf } from '../../widgets/EntityField.tsx'
import { TinMark } from '../../widgets/tin-check/TinMark.tsx'
import { useColumns } from './columns.tsx'
import { customersAddress } from './customers-address.ts'

const CustomersImport = whenWanted(async () => (await import('./CustomersImport.tsx')).CustomersImport)

/** `/dashboard/customers`: the address book, from which the document form takes its buyers. */
export const CustomersPage = () => {
  const { t } = useLingui()
  const companyOf = useCompanyOf()
  const list = useList(customersAddress, ({ sort_order, ...query }, { tab }) =>
    q(customers.list, { query: { ...query, order: sort_order, identity_type: tab } }),
  )
  const { name, identity_number, tab: identity_type } = list.search
  const may = usePermissions().can_create_invoice
  const rows = useRowForm<CustomerRow>({
    may,
    mayEdit: (row) => row.source_ui,
    add_label: t`New Customer`,
    nameOf: (row) => row.name,
    form: (row, onClose) => <CustomerForm customer={row} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Customers`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={
        <>
          <DownloadButton
            label={t`CSV Report`}
            endpoint={customers.report}
            input={{ query: { name, identity_number, identity_type } }}
          />
          {may && <ImportButton dialog={CustomersImport} />}
          {rows.add}
        </>
      }
      list={list}
      tabs={{ All: t`All`, BRN: t`BRN`, NRIC: t`NRIC`, NA: t`Consolidated` }}
      filters={[
        { name: 'name', label: t`Buyer Name`, kind: 'text' },
        { name: 'identity_number', label: t`Identity Number`, kind: 'text' },
      ]}
      columns={[...useColumns(), ...rows.columns]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={row.name}
          aside={<TinMark {...row.tin_answer} />}
          quiet={[row.tin_no, `${row.identity_type} ${row.identity_number}`, row.city, companyOf?.(row)]
            .filter((part) => part !== undefined)
            .join(' · ')}
          actions={rows.edit(row)}
        />
      )}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      empty={
        <EmptyState title={t`No customers here yet.`} action={rows.add}>
          <Trans>The document form takes its buyers from here.</Trans>{' '}
          {may && <Trans>Many at once come by Import CSV.</Trans>}
        </EmptyState>
      }
      nothing_found={t`No customer matches these filters.`}
    >
      {rows.form}
    </ListPage>
  )
}
