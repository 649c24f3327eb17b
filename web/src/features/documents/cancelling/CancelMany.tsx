import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { SummaryRow } from '#contract/document-rows.ts'
import { cancellations } from '#contract/documents/cancellations.ts'
import type { Output } from '#contract/endpoint.ts'
import { told } from '../../../i18n.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { askReason } from '../../../ui/dialogs/ask.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { TimeLeft } from '../../../widgets/time-left/TimeLeft.tsx'
import { RefusalList } from '../RefusalList.tsx'
import { About } from './About.tsx'

type Props = {
  chosen: readonly SummaryRow[]
  /** It was begun: what was chosen is chosen no more. */
  onBegun: () => void
}

/** Cancels the selected documents at the authority, after one question with one reason. */
export const CancelMany = ({ chosen, onBegun }: Props) => {
  const { t } = useLingui()
  const failed = (message: string) => t`Error cancelling invoices: ${message}`
  const looking = useAct(cancellations.preview, { failed })
  const beginning = useAct(cancellations.begin, { failed, by_hand: true })
  const selected = chosen.length
  const ask = async () => {
    const all = chosen.map(({ uuid }) => uuid)
    const preview = await looking.act({ body: { uuids: all } })
    if (!preview) return
    const { cancellable, refusals } = preview
    const refused = new Set(refusals.map(({ uuid }) => uuid))
    const uuids = all.filter((uuid) => !refused.has(uuid))
    if (cancellable === 0) {
      toastBad(t`None of these can be cancelled: ${told(refusals[0]?.why ?? '')}`)
      return
    }
    const reason = await askReason({
      title: cancellable === 1 ? t`Cancel 1 document` : t`Cancel ${cancellable} documents`,
      label: t`Reason for cancelling`,
      body: <Question preview={preview} />,
      confirm_label: cancellable === 1 ? t`Cancel the document` : t`Cancel the documents`,
      dismiss_label: t`Keep them`,
      danger: true,
      act: async (reason) => beginning.act({ body: { uuids, reason } }),
    })
    if (reason !== undefined) onBegun()
  }
  return (
    <Button
      variant="default"
      leftSection={<IconBan size={16} aria-hidden />}
      loading={looking.busy}
      onClick={() => void ask()}
    >
      <Trans>Cancel selected ({selected})</Trans>
    </Button>
  )
}

/** What is asked before many are cancelled: how many, how long it takes, whose time ends first, and which are not. */
const Question = ({ preview }: { preview: Output<typeof cancellations.preview> }) => {
  const { cancellable, takes_ms, first_ends_at, too_late, refusals } = preview
  return (
    <Stack gap="xs">
      <div>
        <Trans>
          Are you sure you want to cancel <Plural value={cancellable} one="# document" other="# documents" />{' '}
          at LHDN? This operation cannot be reversed!
        </Trans>{' '}
        <Trans>
          The reason is sent to LHDN with each of them, and shown to the buyers, or to the suppliers of
          self-billed ones.
        </Trans>
      </div>
      <div>
        <Trans>
          They are cancelled one after the other, since LHDN takes 12 a minute: <About ms={takes_ms} />. The
          work goes on when you close this page, and you can stop it.
        </Trans>
      </div>
      {first_ends_at && (
        <div>
          <Trans>
            Those whose 72 hours end first come first, the earliest in{' '}
            <b>
              <TimeLeft until={first_ends_at} />
            </b>
            , on <InstantText value={first_ends_at} />.
          </Trans>
        </div>
      )}
      {too_late > 0 && (
        <div>
          <b>
            <Plural
              value={too_late}
              one="# of them will stay valid: its 72 hours end before its turn."
              other="# of them will stay valid: their 72 hours end before their turn."
            />
          </b>
        </div>
      )}
      {refusals.length > 0 && (
        <div>
          <RefusalList
            title={
              <Plural
                value={refusals.length}
                one="# of those selected cannot be cancelled:"
                other="# of those selected cannot be cancelled:"
              />
            }
            count={refusals.length}
            refusals={refusals}
          />
        </div>
      )}
    </Stack>
  )
}
