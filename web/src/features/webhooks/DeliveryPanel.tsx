import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { type Delivery, webhooks } from '#contract/webhooks.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { tookOf, useAnswer } from './columns.tsx'
import { DeliveryState } from './look.tsx'
import classes from './webhooks.module.css'

type Props = { webhook_id: string; delivery: Delivery; onClose: () => void }

/** One event whole: what was sent, and what was answered. It is there as long as it is rendered. */
export const DeliveryPanel = ({ webhook_id, delivery, onClose }: Props) => {
  const { t } = useLingui()
  const answerOf = useAnswer()
  const again = useAct(webhooks.replay, { done: t`The event is sent again.` })
  const { id, next_try_at, tried_at } = delivery
  return (
    <Sheet title={delivery.event_type} onClose={onClose}>
      <Stack gap="lg">
        <Facts
          layout="list"
          facts={[
            [t`State`, <DeliveryState key="state" state={delivery.state} />],
            [t`Event id`, delivery.event_id],
            [t`Written down`, <InstantText key="at" value={delivery.at} />],
            [t`Last try`, tried_at && <InstantText key="tried" value={tried_at} />],
            [t`Tries`, String(delivery.tries)],
            [t`Next try`, next_try_at && <InstantText key="next" value={next_try_at} />],
            [t`Answer`, answerOf(delivery)],
            [t`Took`, tookOf(delivery)],
          ]}
        />
        <Written name={t`What is sent`} text={indented(delivery.body)} />
        {delivery.answer && <Written name={t`What was answered`} text={delivery.answer} />}
        <Button
          variant="default"
          loading={again.busy}
          onClick={() => void again.act({ params: { id: webhook_id, delivery_id: id } })}
        >
          <Trans>Send again</Trans>
        </Button>
      </Stack>
    </Sheet>
  )
}

const Written = ({ name, text }: { name: string; text: string }) => (
  <section>
    <h3 className={classes.name}>{name}</h3>
    <pre className={classes.text}>{text}</pre>
  </section>
)

/** For the eye; what is sent has no blanks. */
const indented = (json: string) => JSON.stringify(JSON.parse(json), undefined, 2)
