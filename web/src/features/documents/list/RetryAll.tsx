import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { documents } from '#contract/documents.ts'
import type { Input } from '#contract/endpoint.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { countText } from '../../../ui/count-text.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'
import { toastGood } from '../../../ui/toasts.ts'
import { tellWalk, useWalk } from './retry-walk.ts'

/** `fetching`: the count is of other filters, until that of these comes. */
type Props = {
  filters: Input<typeof documents.retryMany>['body']
  count: number
  uncounted: boolean
  fetching: boolean
}

/**
 * Sends all that failed, of those that the filters leave, again as they are: a call after the other, as far as the list
 * reaches, also from another screen, and one walk at a time. Whoever closes the tab meanwhile finds the others here.
 */
export const RetryAll = ({ filters, count, uncounted, fetching }: Props) => {
  const { t } = useLingui()
  const retried = useWalk()
  const { act } = useAct(documents.retryMany, {
    failed: (message) => t`Error sending the documents: ${message}`,
  })
  const retryAll = async () => {
    let sum = 0
    let after: string | null | undefined
    let is_whole = true
    try {
      do {
        tellWalk(sum)
        const reply = await act({ body: { ...filters, after } })
        sum += reply?.retried ?? 0
        after = reply?.next
        is_whole = reply !== undefined
      } while (after)
    } finally {
      tellWalk(undefined)
    }
    // What went wrong is told already.
    if (sum > 0 || is_whole) toastGood(t`Documents that go out again: ${sum.toLocaleString('en')}`)
  }
  const all = countText({ count, more: uncounted })
  const ask = async () => {
    const confirmed = await confirm({
      title: t`Retry all ${all}`,
      body: (
        <Trans>
          They go to LHDN again exactly as they were approved. Whatever was in the way must be mended by now:
          a document that is wrong itself fails again, and needs an edit.
        </Trans>
      ),
      confirm_label: t`Send them again`,
    })
    if (confirmed) await retryAll()
  }
  // Of one the details have the button.
  if (retried === undefined && count < 2) return null
  return (
    <Button variant="default" disabled={retried !== undefined || fetching} onClick={() => void ask()}>
      {retried === undefined ? t`Retry all ${all}` : t`Sent again: ${retried.toLocaleString('en')}`}
    </Button>
  )
}
