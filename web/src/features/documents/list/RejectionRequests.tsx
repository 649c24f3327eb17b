import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { isForbidden } from '../../../ui/LoadError.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { TimeLeft } from '../../../widgets/time-left/TimeLeft.tsx'
import { openRequests } from './open-requests.ts'
import classes from './RejectionRequests.module.css'

const ASK_AGAIN_MS = 60_000

type Props = {
  onOpen: (row: { uuid: string }) => void
  /** Absent while the list shows nothing else. */
  onAll: (() => void) | undefined
}

/** The first who asked the authority to reject a document of ours, while a cancellation can still answer them. */
export const RejectionRequests = ({ onOpen, onAll }: Props) => {
  const title = useId()
  const now = useNow(ASK_AGAIN_MS)
  const { data, error, refetch } = useQuery({ ...q(documents.askedBack), refetchInterval: ASK_AGAIN_MS })
  const open = openRequests(data?.requests ?? [], now)
  if (error && !data && !isForbidden(error)) {
    return (
      <Notice tone="waiting">
        <Trans>Whether you are asked to take documents back could not be loaded.</Trans>{' '}
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </Notice>
    )
  }
  if (open.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby={title}>
      <header className={classes.head}>
        <IconFlag size={18} aria-hidden />
        <h2 id={title}>
          <Plural
            value={open.length}
            one="You are asked to take a document back"
            other="You are asked to take documents back"
          />
        </h2>
        {onAll && (
          <Button variant="subtle" size="compact-sm" onClick={onAll}>
            <Trans>Show all</Trans>
          </Button>
        )}
      </header>
      <ul>
        {open.map((row) => (
          <li key={row.uuid}>
            <span className={classes.who}>{row.asked_by}</span>
            <button type="button" className={classes.number} onClick={() => onOpen(row)}>
              {row.invoice_number}
            </button>
            <span className={classes.total}>
              <Money currency={row.invoice_currency} value={row.total_payable_amount} />
            </span>
            <q className={classes.reason}>{row.reason}</q>
            <span className={classes.left}>
              <Trans>
                <TimeLeft until={row.deadline} /> left to cancel
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
