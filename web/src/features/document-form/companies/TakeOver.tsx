import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { likelierType } from '#domain/identity/likely-type.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { FromTo } from '../../../widgets/change/FromTo.tsx'
import { PARTY_LABELS } from '../../../widgets/party/labels.ts'
import { partyWords } from '../../../widgets/party/party-words.ts'
import type { FormParty } from '../form/state.ts'
import { type Difference, differences, takeOver } from '../form/take-over.ts'
import { useForm, useOpenForm } from '../form-context.ts'
import { useSavedCustomer } from '../use-saved-customer.ts'
import classes from './TakeOver.module.css'

/**
 * Where the address book says otherwise about the customer of an edited document, or of an earlier one or a draft that
 * a new document began with: what would change, and one click that takes it over or back. What was taken over goes on
 * being told, so that nothing moves beneath the focus.
 */
export const TakeOver = ({ party }: { party: FormParty }) => {
  const { store } = useOpenForm()
  const sender = useForm(({ form }) => form.sender)
  const saved = asCorrected(useSavedCustomer({ sender, customer: party }).saved, party)
  const [before, setBefore] = useState<FormParty | null>(null)
  const offered = saved ? differences(party, saved) : []
  const taken = before && offered.length === 0 ? differences(before, party) : []
  const told = taken.length > 0 ? taken : offered
  const press = () => {
    if (taken.length === 0) setBefore(party)
    const other = taken.length > 0 ? before : saved
    if (other) takeOver(store, other)
  }
  return (
    <div className={classes.offer}>
      <p role="status">
        {taken.length > 0 && <Trans>The customer’s current data were taken over.</Trans>}
        {offered.length > 0 && <Trans>The customer’s saved data differ from this document.</Trans>}
      </p>
      {told.length > 0 && (
        <>
          <Differences told={told} />
          {/* One button that changes its word, so that the focus stays where it was pressed. */}
          <Button size="compact-sm" variant="default" onClick={press}>
            {taken.length > 0 ? <Trans>Undo</Trans> : <Trans>Take over the customer’s current data</Trans>}
          </Button>
        </>
      )}
    </div>
  )
}

/** With the type of number that this document has where that is the likelier one: it was put right here. */
const asCorrected = <P extends FormParty>(
  saved: P | undefined,
  { identity_type }: FormParty,
): P | undefined => (saved && likelierType(saved) === identity_type ? { ...saved, identity_type } : saved)

const Differences = ({ told }: { told: readonly Difference[] }) => {
  const { i18n } = useLingui()
  return (
    <Facts
      layout="list"
      facts={told.map(({ field, from, to }) => [
        i18n._(PARTY_LABELS[field]),
        <FromTo key={field} from={partyWords(field, from)} to={partyWords(field, to)} />,
      ])}
    />
  )
}
