import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { type Entity, entities } from '#contract/entities.ts'
import { Card } from '../../ui/Card.tsx'
import { useDiscardQuestion } from '../../ui/dialogs/use-discard-question.ts'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { Overtaken } from '../../ui/form/Overtaken.tsx'
import { Rest } from '../../ui/form/Rest.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { IdentityCheck } from '../../widgets/party/IdentityCheck.tsx'
import { COMPANY_NEEDS, PARTY_NAMES } from '../../widgets/party/labels.ts'
import { PartyFields } from '../../widgets/party/PartyFields.tsx'
import classes from './entities.module.css'
import { changesOf, particularsOf } from './party-form.ts'

/** What the company's documents print. */
export const PartyCard = ({ entity }: { entity: Entity }) => {
  const { t } = useLingui()
  // What was typed upon; the company may be read anew meanwhile, with what others changed.
  const [seen, setSeen] = useState(entity)
  const { form, submit, busy, sending, overtaken } = useActForm(entities.update, {
    initial: particularsOf(seen),
    toInput: (typed) => ({
      params: { id: entity.id },
      body: { ...changesOf(seen, typed), modified_at: seen.modified_at },
    }),
    done: t`Company saved.`,
    onDone: (saved) => {
      setSeen(saved)
      form.setValues(particularsOf(saved))
    },
  })
  const changed = Object.keys(changesOf(seen, form.values)).length > 0
  // What is typed was typed upon these particulars, whatever else of the company was changed since.
  useEffect(() => {
    if (entity.modified_at <= seen.modified_at) return
    const now = particularsOf(entity)
    if (changed && Object.keys(changesOf(seen, now)).length > 0) return
    setSeen(entity)
    if (!changed) form.setValues(now)
  })
  useLeaveGuard(() => changed, useDiscardQuestion())
  return (
    <Card title={t`Party`} aside={<span className={classes.quiet}>{entity.entity_code}</span>}>
      <form onSubmit={submit} noValidate>
        {overtaken && <Overtaken />}
        <Rest while={sending}>
          <PartyFields form={form} fields={PARTY_NAMES} required={COMPANY_NEEDS} />
          <IdentityCheck
            party={form.values}
            onTake={({ identity_type }) => form.setFieldValue('identity_type', identity_type)}
          />
        </Rest>
        <div className={classes.actions}>
          <ReasonedButton
            type="submit"
            loading={busy}
            why_not={changed ? '' : t`Nothing has been changed yet.`}
          >
            <Trans>Save</Trans>
          </ReasonedButton>
        </div>
      </form>
    </Card>
  )
}
