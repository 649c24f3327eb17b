import { Trans, useLingui } from '@lingui/react/macro'
import { COUNTRIES, STATES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { TinLine } from '../../../widgets/tin-check/TinLine.tsx'
import type { FormParty } from '../form/state.ts'
import { fieldId, useForm, useOpenForm } from '../form-context.ts'
import { PARTY_LABELS } from '../labels.ts'
import classes from './CompaniesCard.module.css'
import { PartyFields } from './PartyFields.tsx'
import { PartyHints } from './PartyHints.tsx'

/** The chosen party as it will be printed, with whatever the checks say about its fields. */
export const PartyBox = ({ side }: { side: 'sender' | 'customer' }) => {
  const { t } = useLingui()
  const chosen = useForm(({ form }) => form[side])
  const errors = useForm((snapshot) => snapshot.errors)
  const { editing } = useOpenForm()
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
  const rows = [
    { label: t`TIN`, text: party.tin_no },
    { label: party.identity_type || t`ID`, text: party.identity_number },
    { label: t`SST`, text: party.sst_no },
    { label: t`MSIC`, text: [party.msic_code, party.business_description].filter(Boolean).join(' · ') },
    { label: t`Address`, text: addressOf(party) },
    { label: t`Contact`, text: [party.contact_number, party.email].filter(Boolean).join(' · ') },
  ]
  return (
    <div className={classes.box}>
      <dl className={classes.facts}>
        {rows
          .filter(({ text }) => text !== '')
          .map(({ label, text }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      {side === 'customer' && (
        <TinLine
          tin={party.tin_no}
          id_type={party.identity_type}
          id_value={party.identity_number}
          sender_entity_id={asked_by}
        />
      )}
      <PartyHints side={side} party={party} changes={changes} />
      {side === 'customer' && editing ? <PartyFields /> : <PartyErrors errors={errors} side={side} />}
    </div>
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
          const label = own(PARTY_LABELS, key.slice(side.length + 1))
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
