import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useId } from 'react'
import { Money } from '../../../ui/Money.tsx'
import { TimeLeft } from '../../../widgets/time-left/TimeLeft.tsx'
import type { openRequests } from './open-requests.ts'
import classes from './RequestPanel.module.css'

export type RequestsProps = {
  onOpen: (row: { uuid: string }) => void
  /** Absent while the list shows nothing else. */
  onAll: (() => void) | undefined
}

type Props = RequestsProps & { open: ReturnType<typeof openRequests> }

/** Who asks, of which document, why, and how long a cancellation can still answer them. */
export const RequestPanel = ({ open, onOpen, onAll }: Props) => {
  const title = useId()
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
