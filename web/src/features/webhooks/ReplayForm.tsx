import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DateField } from '../../ui/DateField.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { hostOf } from './look.tsx'

/** Sends the events of some days again. */
export const ReplayForm = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t } = useLingui()
  const today = malaysianDate(new Date())
  const form = useActForm(webhooks.replaySpan, {
    initial: { from: today, to: today, delivered_too: false },
    toInput: (body) => ({ params: { id: webhook.id }, body }),
    done: ({ count }) =>
      count === 0
        ? t`There is nothing to send again.`
        : plural(count, { one: '# event is sent again.', other: '# events are sent again.' }),
    onDone: onClose,
  })
  return (
    <SideForm
      title={t`Send again to ${hostOf(webhook)}`}
      form={form}
      save_label={t`Send again`}
      onClose={onClose}
    >
      <DateField {...form.field('from')} value={form.form.values.from} label={t`From`} w={220} required />
      <DateField
        {...form.field('to')}
        value={form.form.values.to}
        label={t`Until`}
        description={t`Both days are included. Events are kept for 30 days.`}
        w={220}
        required
      />
      <Checkbox
        {...form.form.getInputProps('delivered_too', { type: 'checkbox' })}
        label={t`Those that arrived as well`}
        description={t`They bear the same ids, by which the receiver knows that it has them.`}
      />
    </SideForm>
  )
}
