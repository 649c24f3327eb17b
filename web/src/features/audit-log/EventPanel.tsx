import { Trans, useLingui } from '@lingui/react/macro'
import { Drawer, Stack } from '@mantine/core'
import type { AuditEvent } from '#contract/logs/audit-log.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { useEscape } from '../../ui/dialogs/escape.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import { Facts } from '../../ui/Facts.tsx'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import classes from './audit-log.module.css'
import { useActions, useTarget, useTypes, whoOf } from './columns.tsx'
import { TargetLink } from './TargetLink.tsx'

const WIDTH_PX = 520

/** One change whole: who, what, from what to what. It is there as long as it is rendered. */
export const EventPanel = ({ event, onClose }: { event: AuditEvent; onClose: () => void }) => {
  const { t } = useLingui()
  const actions = useActions()
  const targetOf = useTarget()
  const typeOf = useTypes()
  useFocusBack()
  useEscape(onClose)
  const who = whoOf(event)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={WIDTH_PX}
      title={t`Change`}
      closeOnEscape={false}
      returnFocus={false}
    >
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
    </Drawer>
  )
}

const Value = ({ name, value }: { name: string; value: string }) => (
  <section>
    <h3 className={classes.name}>{name}</h3>
    <p className={classes.value}>{value || <Trans>N/A</Trans>}</p>
  </section>
)
