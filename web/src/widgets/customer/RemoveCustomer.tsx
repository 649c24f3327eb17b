import { useLingui } from '@lingui/react/macro'
import { type CustomerRow, customers } from '#contract/customers.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'

/** Deletes the customer that the form shows. */
export const RemoveCustomer = ({ customer, onDone }: { customer: CustomerRow; onDone: () => void }) => {
  const { t } = useLingui()
  const { id, name, modified_at } = customer
  return (
    <RemoveButton
      endpoint={customers.remove}
      input={{ params: { id }, query: { modified_at } }}
      question={{
        title: t`Delete ${name}?`,
        body: t`This customer is no longer offered in the form. Documents and templates keep what they say.`,
      }}
      words={{ done: t`Customer deleted.` }}
      onDone={onDone}
    />
  )
}
