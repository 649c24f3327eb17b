import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { REPLAYED_MAX, type Webhook, webhooks } from '#contract/webhooks.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DateField } from '../../ui/DateField.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { hostOf } from './look.tsx'

type Days = { from: string; to: string; delivered_too: boolean }
/** So many of them were sent, this one last. */
type Part = Days & { count: number; after: string }

/** Sends the events of some days again; where they are too many for once, the form stays to go on with the others. */
export const ReplayForm = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const today = malaysianDate(new Date())
  const [more, setMore] = useState<Part>()
  /** What was sent of these days so far, where there are more. */
  const partOf = ({ from, to, delivered_too }: Days) =>
    more?.from === from && more.to === to && more.delivered_too === delivered_too ? more : undefined
  const sent = useRef<Days>(undefined)
  const countWith = (count: number) => count + ((sent.current && partOf(sent.current)?.count) ?? 0)
  const inWords = (count: number) =>
    plural(count, { one: '# event is sent again.', other: '# events are sent again.' })
  const form = useActForm(webhooks.replaySpan, {
    initial: { from: today, to: today, delivered_too: false } as Days,
    toInput: (days) => {
      sent.current = days
      return { params: { id: webhook.id }, body: { ...days, after: partOf(days)?.after } }
    },
    done: ({ count, more_after }) => {
      // The form says it then.
      if (more_after) return ''
      return countWith(count) === 0 ? t`There is nothing to send again.` : inWords(countWith(count))
    },
    onDone: ({ count, more_after: after }) => {
      if (!after || !sent.current) onClose()
      else setMore({ ...sent.current, after, count: countWith(count) })
    },
  })
  const at_once = i18n.number(REPLAYED_MAX)
  const part = partOf(form.form.values)
  return (
    <SideForm
      title={t`Send again to ${hostOf(webhook)}`}
      form={form}
      save_label={part ? t`Send the next ones` : t`Send again`}
      onClose={onClose}
    >
      {part && (
        <Notice tone="waiting" title={inWords(part.count)}>
          <Trans>
            There are more: at most {at_once} are sent at once, the oldest first. Go on with the next ones,
            until there are none.
          </Trans>
        </Notice>
      )}
      <DateField {...form.field('from')} value={form.form.values.from} label={t`From`} w={220} required />
      <DateField
        {...form.field('to')}
        value={form.form.values.to}
        label={t`Until`}
        description={t`Both days are included, by when events were written down. They are kept for 30 days.`}
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
