import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { whenWanted } from '../../../ui/later/later.ts'
import { useForm } from '../form-context.ts'

const CustomerForm = whenWanted(
  async () => (await import('../../../widgets/customer/CustomerForm.tsx')).CustomerForm,
)

/** `name`: what was searched for in vain. */
type Props = { name: string; onAdded: (customer: Customer) => void }

/** Adds to the address book of the chosen company whom it does not have, without leaving the document. */
export const AddCustomer = ({ name, onAdded }: Props) => {
  const sender_entity_code = useForm(({ form }) => form.sender?.entity_code ?? '')
  // Who is paid on a self-billed document is a supplier.
  const is_supplier = useForm(({ form }) => form.selfbilling)
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        <Trans>Add a customer</Trans>
      </Button>
      <Suspense>
        {adding && (
          <CustomerForm
            customer={undefined}
            begun={{ name, sender_entity_code, is_supplier }}
            onSaved={onAdded}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  )
}
