import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type LikelyType, likelierType } from '#domain/identity/likely-type.ts'
import type { Change, Identity } from '#domain/identity/normalise.ts'
import type { FieldMessage } from '#domain/problems.ts'
import { told } from '../../i18n.ts'
import classes from './IdentityHints.module.css'
import { partyLabel } from './labels.ts'

type Props = {
  /** What will be written otherwise than it was typed. */
  changes: readonly Change[]
  /** What a person should look at, by the field of the party. */
  warnings?: readonly FieldMessage[]
  /** The party as it will be written; without it no type of number is proposed. */
  party?: Identity
  onTake: (part: { identity_type: LikelyType }) => void
}

/** What is told of a party's identity: calm lines that stop nothing, and one click where a type is likelier. */
export const IdentityHints = ({ changes, warnings = [], party, onTake }: Props) => {
  const { t, i18n } = useLingui()
  const likely = party && likelierType(party)
  const nameOf = (field: string) => {
    const label = partyLabel(field)
    return label ? `${i18n._(label)}: ` : ''
  }
  const words = { NRIC: t`Use NRIC`, BRN: t`Use BRN`, PASSPORT: t`Use Passport` }
  return (
    <div role="status" className={classes.hints}>
      {changes.map(({ field, to, why: reason }) => {
        const why = told(reason)
        return (
          <p key={field}>
            {nameOf(field)}
            <Trans>
              written as {to} ({why})
            </Trans>
          </p>
        )
      })}
      {warnings.map(({ field, message }) => (
        <p key={field}>
          {nameOf(field)}
          {told(message)}
        </p>
      ))}
      {likely && (
        <Button size="compact-xs" variant="light" onClick={() => onTake({ identity_type: likely })}>
          {words[likely]}
        </Button>
      )}
    </div>
  )
}
