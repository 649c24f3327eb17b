import { Trans, useLingui } from '@lingui/react/macro'
import { Button, MultiSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useProfile } from '../../../session/session.ts'
import { Card } from '../../../ui/Card.tsx'
import classes from './PendingFilters.module.css'
import type { PendingSearch } from './pending-search.ts'

type Filters = { invoice_number: string; sender_store_code: string }
type Props = { search: PendingSearch; onApply: (filters: Filters) => void }

const NONE: Filters = { invoice_number: '', sender_store_code: '' }

/** Remounted when the address changes, so that it always shows what is in force. */
export const PendingFilters = ({ search, onApply }: Props) => {
  const { t } = useLingui()
  const { store_code } = useProfile()
  const { invoice_number = '', sender_store_code = '' } = search
  const [draft, setDraft] = useState<Filters>({ invoice_number, sender_store_code })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply({ invoice_number: draft.invoice_number.trim(), sender_store_code: draft.sender_store_code })
  }
  return (
    <Card>
      <form onSubmit={apply} className={classes.row} aria-label={t`Filters`}>
        <TextInput
          label={t`Invoice Number`}
          value={draft.invoice_number}
          onChange={(event) => setDraft({ ...draft, invoice_number: event.currentTarget.value })}
          maxLength={200}
        />
        <MultiSelect
          label={t`Department`}
          data={store_code.map(({ code, name }) => ({ value: code, label: name ? `${code} ${name}` : code }))}
          value={draft.sender_store_code.split(',').filter(Boolean)}
          onChange={(codes) => setDraft({ ...draft, sender_store_code: codes.join(',') })}
          clearable
          clearButtonProps={{ 'aria-label': t`Clear` }}
        />
        <Button type="submit">
          <Trans>Apply</Trans>
        </Button>
        <Button variant="default" onClick={() => onApply(NONE)}>
          <Trans>Clear</Trans>
        </Button>
      </form>
    </Card>
  )
}
