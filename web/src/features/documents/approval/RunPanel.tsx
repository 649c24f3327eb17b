import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type ApprovalRun, approvals } from '#contract/approvals.ts'
import { DownloadButton } from '../../../ui/acts/DownloadButton.tsx'
import { useAct } from '../../../ui/acts/use-act.ts'
import { focusHeading, useFocusLeft } from '../../../ui/focus-heading.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { RefusalList } from '../RefusalList.tsx'
import classes from './many.module.css'
import type { useApprovalRun } from './use-approval-run.ts'

type Runs = ReturnType<typeof useApprovalRun>

/** How approvals of many stand: how far each is, how long it can be undone, and what was not approved, and why. */
export const RunPanels = ({ runs }: { runs: Runs }) =>
  runs.told.map((run, at) => <Panel key={run.id} run={run} at={at} runs={runs} />)

/** `at`: so many newer ones stand above it. */
const Panel = ({ run, at, runs }: { run: ApprovalRun; at: number; runs: Runs }) => {
  const { t } = useLingui()
  const name = at === 0 ? t`Approval of many` : t`Approval of many, ${at} before the last`
  const panel = useFocusLeft()
  const left_s = useSecondsLeft(run, runs.read_at)
  // Of its own, so that of two that are pressed one after the other none is left out.
  const undoing = useAct(approvals.undo)
  const undo = async () => {
    const reply = await undoing.act({ params: { id: run.id } })
    if (reply?.state === 'undone') runs.tellUndone(reply)
    focusHeadingUnlessElsewhere()
  }
  const goes_on = run.state === 'approving' || run.state === 'undoing'
  const can_undo = run.state === 'approving' || run.state === 'undoable'
  return (
    <section ref={panel} className={classes.panel} data-tone={toneOf(run)} aria-label={name}>
      <div className={classes.words}>
        {goes_on ? <HowFar run={run} /> : <Came run={run} left_s={left_s} />}
        {run.refused > 0 && (
          <RefusalList
            title={
              <Plural
                value={run.refused}
                one="# invoice was not approved:"
                other="# invoices were not approved:"
              />
            }
            count={run.refused}
            refusals={run.refusals}
          />
        )}
      </div>
      <div className={classes.acts}>
        {can_undo && (
          <ReasonedButton
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            why_not={run.state === 'undoable' && left_s === 0 ? t`The time for undoing is over.` : ''}
            loading={run.state === 'undoing' || undoing.busy}
            onClick={() => void undo()}
          >
            {run.state === 'approving' ? t`Stop and undo` : t`Undo`}
          </ReasonedButton>
        )}
        {run.refused > 0 && !goes_on && (
          <DownloadButton
            label={t`Download reasons`}
            endpoint={approvals.refusals}
            input={{ params: { id: run.id } }}
          />
        )}
        {run.state === 'released' && (
          <Button variant="default" onClick={() => runs.dismiss(run)}>
            <Trans>Dismiss</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

const toneOf = ({ state, refused }: ApprovalRun) => {
  if (state === 'approving' || state === 'undoing') return 'waiting'
  return refused > 0 ? 'bad' : 'good'
}

/** The button that worked lost the focus, and goes. */
const focusHeadingUnlessElsewhere = () => {
  if (document.activeElement === document.body) focusHeading()
}

const useSecondsLeft = ({ state, undo_ms }: ApprovalRun, read_at: number) => {
  const now = useNow(1_000)
  return state === 'undoable' ? Math.max(0, Math.ceil((read_at + undo_ms - now) / 1_000)) : 0
}

const figure = (count: number) => count.toLocaleString('en')

const HowFar = ({ run }: { run: ApprovalRun }) => {
  const { t } = useLingui()
  const undoing = run.state === 'undoing'
  const title = undoing ? t`Undoing the approval` : t`Approving`
  const [done, all] = undoing ? [run.undone, run.approved] : [run.approved + run.refused, run.total]
  const [done_words, all_words] = [figure(done), figure(all)]
  return (
    <>
      <p role="status">
        <b>{title}</b>
      </p>
      <Progress value={all > 0 ? (100 * done) / all : 0} my={8} aria-label={title} />
      <p className={classes.quiet}>
        <span className="figures">
          <Trans>
            {done_words} of {all_words}.
          </Trans>
        </span>{' '}
        <Trans>You may close this page: the work goes on. Nothing has been sent to LHDN yet.</Trans>
      </p>
    </>
  )
}

const Came = ({ run, left_s }: { run: ApprovalRun; left_s: number }) => (
  <>
    <p role="status">
      <b className="figures">
        <Plural value={run.approved} one="# invoice approved." other="# invoices approved." />
      </b>{' '}
      {run.state === 'undoable' && <Trans>You can undo this for ten seconds.</Trans>}
      {run.state === 'released' && run.approved > 0 && <Trans>They are on their way to LHDN.</Trans>}
    </p>
    {run.state === 'undoable' && (
      <p className={classes.quiet} aria-hidden>
        {left_s > 0 ? <Trans>To LHDN in {left_s} s</Trans> : <Trans>On the way to LHDN</Trans>}
      </p>
    )}
  </>
)
