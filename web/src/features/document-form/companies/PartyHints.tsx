import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { own } from '#codes/own.ts'
import { warningsOf } from '#domain/checks/all.ts'
import { likelierType } from '#domain/identity/likely-type.ts'
import type { Change } from '#domain/identity/normalise.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { isAt } from '../form/errors.ts'
import type { FormParty } from '../form/state.ts'
import { useOpenForm } from '../form-context.ts'
import { PARTY_LABELS } from '../labels.ts'
import { useTotals } from '../summary/use-totals.ts'
import classes from './CompaniesCard.module.css'

type Props = { side: 'sender' | 'customer'; party: FormParty; changes: readonly Change[] }

/** What is written otherwise than it came, and what a person should look at: calm lines that stop nothing. */
export const PartyHints = ({ side, party, changes }: Props) => {
  const { i18n } = useLingui()
  const warnings = warningsOf(useTotals(), { today: malaysianDate(new Date()) }).filter(({ field }) =>
    isAt(side)(field),
  )
  const nameOf = (field: string) => {
    const label = own(PARTY_LABELS, field)
    return label ? `${i18n._(label)}: ` : ''
  }
  return (
    <div role="status" className={classes.hints}>
      {changes.map(({ field, to, why }) => (
        <p key={field}>
          {nameOf(field)}
          <Trans>
            written as {to} ({why})
          </Trans>
        </p>
      ))}
      {warnings.map(({ field, message }) => (
        <p key={field}>
          {nameOf(field.slice(side.length + 1))}
          {message}
        </p>
      ))}
      {side === 'customer' && <UseLikelierType party={party} />}
    </div>
  )
}

/** One click takes over the type that number and TIN speak for. */
const UseLikelierType = ({ party }: { party: FormParty }) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const likely = likelierType(party)
  if (!likely) return null
  const words = { NRIC: t`Use NRIC`, BRN: t`Use BRN`, PASSPORT: t`Use Passport` }
  const take = () =>
    store.change(
      (form) => ({ ...form, customer: form.customer && { ...form.customer, identity_type: likely } }),
      isAt('customer.identity_type', 'customer.identity_number'),
    )
  return (
    <Button size="compact-xs" variant="light" onClick={take}>
      {words[likely]}
    </Button>
  )
}
