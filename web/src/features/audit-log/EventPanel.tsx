import { Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { AuditEvent } from '#contract/logs/audit-log.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import classes from './audit-log.module.css'
import { useActions, useTarget, useTypes, whoOf } from './columns.tsx'
import { TargetLink } from './TargetLink.tsx'

/** One change whole: who, what, from what to what. It is there as long as it is rendered. */
export const EventPanel = ({ event, onClose }: { event: AuditEvent; onClose: () => void }) => {
  const { t } = useLingui()
  const actions = useActions()
  const targetOf = useTarget()
  const typeOf = useTypes()
  const who = whoOf(event)
  return (
    <Sheet title={t`Change`} onClose={onClose}>
      <Stack gap="lg">
        <Facts
          layout="list"
          facts={[
            [t`Request User`, event.request_user_name],
            [t`Email`, event.request_user_email !== '' && who],
            [t`Request User Type`, typeOf(event)],
            [t`Action`, actions[event.action]],
            [t`Target`, <TargetLink key="target" event={event} words={targetOf(event)} />],
            [t`Field`, event.field_name],
            [t`Timestamp`, <InstantText key="timestamp" value={event.timestamp} />],
            [t`Reason`, event.reason],
          ]}
        />
        <Value name={t`Old Value`} value={event.old_value} />
        <Value name={t`New Value`} value={event.new_value} />
        <HistoryLink kind={event.target_kind} id={event.target_id} />
      </Stack>
    </Sheet>
  )
}

const Value = ({ name, value }: { name: string; value: string }) => (
  <section>
    <h3 className={classes.name}>{name}</h3>
    <p className={classes.value}>{value || <Trans>N/A</Trans>}</p>
  </section>
)
