import { useLingui } from '@lingui/react/macro'
import type { CustomerRow } from '#contract/customers.ts'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { useCompanyColumn } from '../../widgets/EntityField.tsx'
import { TinMark } from '../../widgets/tin-check/TinMark.tsx'

/** The specified columns, and the company where there are several; what the authority said stands beside the TIN. */
export const useColumns = (): Column<CustomerRow>[] => {
  const { t } = useLingui()
  const of_company = useCompanyColumn()
  return [
    textColumn('name', t`Name`, 260),
    ...of_company,
    {
      key: 'tin_no',
      header: t`TIN`,
      cell: (row) => <TinMark {...row.tin_answer}>{row.tin_no}</TinMark>,
    },
    textColumn('identity_number', t`Identity Number`),
    textColumn('identity_type', t`Identity Type`),
    textColumn('email', t`Email`, 220),
    textColumn('city', t`City`, 140),
    textColumn('contact_number', t`Contact Number`),
  ]
}
