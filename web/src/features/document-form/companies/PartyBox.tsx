import { Trans, useLingui } from '@lingui/react/macro'
import { COUNTRIES, STATES } from '#codes/lists.ts'
import { warningsOf } from '#domain/checks/all.ts'
import { type Change, normaliseIdentity } from '#domain/identity/normalise.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { IdentityHints } from '../../../widgets/party/IdentityHints.tsx'
import { partyLabel } from '../../../widgets/party/labels.ts'
import { TinLine } from '../../../widgets/tin-check/TinLine.tsx'
import { isAt } from '../form/errors.ts'
import type { FormParty } from '../form/state.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import { useTotals } from '../summary/use-totals.ts'
import classes from './CompaniesCard.module.css'
import { TakeOver } from './TakeOver.tsx'
import { WrongFields } from './WrongFields.tsx'

/** The chosen party as it will be printed, with whatever the checks say about its fields. */
export const PartyBox = ({ side }: { side: 'sender' | 'customer' }) => {
  const { t } = useLingui()
  const chosen = useForm(({ form }) => form[side])
  const errors = useForm((snapshot) => snapshot.errors)
  const { editing, takes_over } = useOpenForm()
  const asked_by = useForm(({ form }) => form.sender?.sender_entity_id ?? '')
  if (!chosen) {
    return (
      <p className={classes.nobody}>
        {side === 'sender' ? (
          <Trans>Your company’s details appear here.</Trans>
        ) : (
          <Trans>Search the address book; the details appear here.</Trans>
        )}
      </p>
    )
  }
  // Our own company is printed as its page says; the other side as it will be written.
  const { party, changes } = side === 'customer' ? normaliseIdentity(chosen) : { party: chosen, changes: [] }
  return (
    <div className={classes.box}>
      <Facts
        layout="list"
        facts={[
          [t`TIN`, party.tin_no],
          [party.identity_type || t`ID`, party.identity_number],
          [t`SST`, party.sst_no],
          [t`MSIC`, [party.msic_code, party.business_description].filter(Boolean).join(' · ')],
          [t`Address`, addressOf(party)],
          [t`Contact`, [party.contact_number, party.email].filter(Boolean).join(' · ')],
        ]}
      />
      {side === 'customer' && (
        <TinLine
          tin={party.tin_no}
          id_type={party.identity_type}
          id_value={party.identity_number}
          sender_entity_id={asked_by}
        />
      )}
      <Hints side={side} party={party} changes={changes} />
      {/* Another customer has taken nothing over yet. */}
      {side === 'customer' && takes_over && <TakeOver key={chosen.entity_code} party={chosen} />}
      {side === 'customer' && editing ? <WrongFields /> : <PartyErrors errors={errors} side={side} />}
    </div>
  )
}

type HintsProps = { side: 'sender' | 'customer'; party: FormParty; changes: readonly Change[] }

/** The company of one's own is not changed here: of its identity only warnings are told. */
const Hints = ({ side, party, changes }: HintsProps) => {
  const { store } = useOpenForm()
  const warnings = warningsOf(useTotals(), { today: malaysianDate(new Date()) })
    .filter(({ field }) => isAt(side)(field))
    .map(({ field, message }) => ({ field: field.slice(side.length + 1), message }))
  const take = (part: Partial<FormParty>) =>
    store.change(
      (form) => ({ ...form, customer: form.customer && { ...form.customer, ...part } }),
      isAt('customer.identity_type', 'customer.identity_number'),
    )
  return (
    <IdentityHints
      changes={changes}
      warnings={warnings}
      {...(side === 'customer' && { party })}
      onTake={take}
    />
  )
}

const PartyErrors = ({ errors, side }: { errors: Readonly<Record<string, string>>; side: string }) => {
  const { i18n } = useLingui()
  const ours = Object.entries(errors).filter(([key]) => key.startsWith(`${side}.`))
  if (ours.length === 0) return null
  return (
    <>
      <ul className={classes.errors}>
        {ours.map(([key, message]) => {
          const label = partyLabel(key.slice(side.length + 1))
          return (
            <li key={key} id={fieldId(key)} tabIndex={-1}>
              {label && `${i18n._(label)}: `}
              {message}
            </li>
          )
        })}
      </ul>
      {side === 'sender' && (
        <p className={classes.hint}>
          <Trans>An administrator changes your company’s particulars under Admin Setting.</Trans>
        </p>
      )}
    </>
  )
}

/** The list's code for "not applicable", as in foreign addresses. */
const NO_STATE = '17'

const addressOf = (party: FormParty) =>
  [
    party.address1,
    party.address2,
    party.address3,
    [party.zipcode, party.city].filter(Boolean).join(' '),
    party.state === NO_STATE ? '' : (STATES.describe(party.state) ?? party.state),
    party.country === 'MYS' ? '' : (COUNTRIES.describe(party.country) ?? party.country),
  ]
    .filter(Boolean)
    .join(', ')
