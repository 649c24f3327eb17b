import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { own } from '#codes/own.ts'
import { customers } from '#contract/customers.ts'
import { CUSTOMER_HEADINGS, CUSTOMER_SAMPLE } from '#domain/imports/customer-headings.ts'
import { type Book, ROWS_MAX } from '../../widgets/bring-in/book.ts'
import { ImportDialog } from '../../widgets/bring-in/ImportDialog.tsx'
import { partyLabel } from '../../widgets/party/labels.ts'

/** Customers out of a CSV file. */
export const CustomersImport = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog book={useBook()} onClose={onClose} />
)

const useBook = (): Book => {
  const { t } = useLingui()
  return {
    endpoint: customers.import,
    file: 'customers',
    headings: CUSTOMER_HEADINGS,
    sample: CUSTOMER_SAMPLE,
    words: {
      title: t`Import customers`,
      about: (
        <Trans>
          One customer a row, at most {ROWS_MAX}, under the headings of the CSV Report. The file is checked
          first: nothing is stored before you say so.
        </Trans>
      ),
      canBeAdded: (added) =>
        plural(added, { one: '# customer can be added', other: '# customers can be added' }),
      add: (added) => plural(added, { one: 'Add # customer', other: 'Add # customers' }),
      wereAdded: (added) => plural(added, { one: '# customer was added', other: '# customers were added' }),
      there: t`Who is there already`,
    },
    labelOf,
    there: [
      { field: 'name', header: t`Name` },
      { field: 'identity_number', header: t`Identity number` },
    ],
  }
}

const OTHERS: Readonly<Record<string, MessageDescriptor>> = {
  contact_person: msg`Contact Person`,
  contact_reference: msg`Contact Reference`,
  bank_number: msg`Bank Account Number`,
  is_supplier: msg`Is a supplier too (for self-billed documents)`,
}

const labelOf = (field: string): string => {
  const label = partyLabel(field) ?? own<MessageDescriptor>(OTHERS, field)
  return label ? i18n._(label) : field
}
