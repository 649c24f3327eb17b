import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CLASSIFICATIONS, type CodeList, TAX_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { items } from '#contract/items.ts'
import { ITEM_HEADINGS, ITEM_SAMPLE, type ItemField } from '#domain/imports/item-headings.ts'
import { type Book, ROWS_MAX } from '../../widgets/bring-in/book.ts'
import { ImportDialog } from '../../widgets/bring-in/ImportDialog.tsx'

/** Saved items out of a CSV file. */
export const ItemsImport = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog book={useBook()} onClose={onClose} />
)

const useBook = (): Book => {
  const { t } = useLingui()
  return {
    endpoint: items.import,
    file: 'items',
    headings: ITEM_HEADINGS,
    sample: ITEM_SAMPLE,
    words: {
      title: t`Import items`,
      about: (
        <Trans>
          One item a row, at most {ROWS_MAX}, under the headings of the template. The file is checked first:
          nothing is stored before you say so.
        </Trans>
      ),
      canBeAdded: (added) => plural(added, { one: '# item can be added', other: '# items can be added' }),
      add: (added) => plural(added, { one: 'Add # item', other: 'Add # items' }),
      wereAdded: (added) => plural(added, { one: '# item was added', other: '# items were added' }),
      there: t`What is there already`,
    },
    labelOf,
    there: [
      { field: 'item_description', header: t`Description` },
      { field: 'classification', header: t`Classification`, write: (code) => named(CLASSIFICATIONS, code) },
      { field: 'tax_type', header: t`Tax Type`, write: (code) => named(TAX_TYPES, code) },
      { field: 'tax_rate', header: t`Tax Rate`, write: (rate) => `${rate} %` },
    ],
  }
}

const named = (list: CodeList, code: string) => `${code} ${list.describe(code) ?? ''}`

const LABELS: Readonly<Record<ItemField, MessageDescriptor>> = {
  classification: msg`Classification`,
  item_description: msg`Description`,
  tax_type: msg`Tax Type`,
  tax_rate: msg`Tax Rate (%)`,
}

const labelOf = (field: string): string => {
  const label = own<MessageDescriptor>(LABELS, field)
  return label ? i18n._(label) : field
}
