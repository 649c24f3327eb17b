import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconPlayerStop } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type CancellationRun,
  type CancellationRunState,
  cancellations,
} from '#contract/documents/cancellations.ts'
import { refresh } from '../../../api/queries.ts'
import { told } from '../../../i18n.ts'
import { useProfile } from '../../../session/session.ts'
import { DownloadButton } from '../../../ui/acts/DownloadButton.tsx'
import { useAct } from '../../../ui/acts/use-act.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'
import { useFocusLeft } from '../../../ui/focus-heading.ts'
import { toastBad, toastGood } from '../../../ui/toasts.ts'
import classes from '../approval/many.module.css'
import { RefusalList } from '../RefusalList.tsx'
import { About } from './About.tsx'

/** So many stand above the list until more are asked for: one act makes as many as there are companies among them. */
const SHOWN_MAX = 3

/** How cancellations of many stand: how far each is, what it waits for, and what was not cancelled, and why. */
export const CancelPanels = ({ runs }: { runs: readonly CancellationRun[] }) => {
  // Also after a reload: its maker would be told of it for hours.
  const [dismissed, setDismissed] = useSessionStorage<readonly string[]>({
    key: 'dismissed-cancellations',
    defaultValue: [],
    // Not even for a moment.
    getInitialValueInEffect: false,
  })
  const [all, setAll] = useState(false)
  useEnds(runs)
  const open = runs.filter(({ id }) => !dismissed.includes(id))
  const shown = all ? open : open.slice(0, SHOWN_MAX)
  const more = open.length - shown.length
  return (
    <>
      {shown.map((run, at) => (
        <Panel
          key={run.id}
          run={run}
          at={at}
          onDismiss={() => setDismissed((before) => [...before, run.id])}
        />
      ))}
      {more > 0 && (
        <Button variant="default" className={classes.more} onClick={() => setAll(true)}>
          <Plural value={more} one="Show # more cancellation" other="Show # more cancellations" />
        </Button>
      )}
    </>
  )
}

/** Says once of each that went on that it has ended; the lists are old then. */
const useEnds = (runs: readonly CancellationRun[]) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const before = useRef(new Map<string, CancellationRunState>())
  useEffect(() => {
    for (const run of runs) {
      const former = before.current.get(run.id)
      before.current.set(run.id, run.state)
      if (former !== 'cancelling' || run.state === 'cancelling') continue
      void refresh(client, cancellations.begin)
      const [cancelled, total] = [figure(run.cancelled), figure(run.total)]
      if (run.cancelled === run.total) toastGood(t`Documents cancelled: ${cancelled}`)
      else if (isByHand(run)) toastGood(t`Stopped: ${cancelled} of ${total} documents were cancelled.`)
      else toastBad(t`${cancelled} of ${total} documents were cancelled; the rest is told of above the list.`)
    }
  })
}

const isByHand = ({ state, stopped_why }: CancellationRun) => state === 'stopped' && stopped_why === ''

const figure = (count: number) => count.toLocaleString('en')

type PanelProps = { run: CancellationRun; at: number; onDismiss: () => void }

/** `at`: so many newer ones stand above it. */
const Panel = ({ run, at, onDismiss }: PanelProps) => {
  const { t } = useLingui()
  const panel = useFocusLeft()
  const name = at === 0 ? t`Cancellation of many` : t`Cancellation of many, ${at} before the last`
  const goes_on = run.state === 'cancelling'
  return (
    <section ref={panel} className={classes.panel} data-tone={toneOf(run)} aria-label={name}>
      <div className={classes.words}>
        {goes_on ? <HowFar run={run} /> : <Came run={run} />}
        <Whose run={run} />
        {run.refused > 0 && (
          <RefusalList
            title={
              <Plural
                value={run.refused}
                one="# document was not cancelled:"
                other="# documents were not cancelled:"
              />
            }
            count={run.refused}
            refusals={run.refusals}
          />
        )}
      </div>
      <div className={classes.acts}>
        {goes_on && <Stop run={run} />}
        {!goes_on && run.cancelled < run.total && (
          <DownloadButton
            label={t`Download reasons`}
            endpoint={cancellations.refusals}
            input={{ params: { id: run.id } }}
          />
        )}
        {!goes_on && (
          <Button variant="default" onClick={onDismiss}>
            <Trans>Dismiss</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

const toneOf = ({ state, cancelled, total, unclear }: CancellationRun) => {
  if (state === 'cancelling' || unclear > 0) return 'waiting'
  return cancelled < total ? 'bad' : 'good'
}

const Stop = ({ run: { id, waiting, is_asking } }: { run: CancellationRun }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(cancellations.stop, {
    failed: (message) => t`Error stopping the cancellation: ${message}`,
  })
  const left = waiting - (is_asking ? 1 : 0)
  const ask = () =>
    confirm({
      title: t`Stop cancelling`,
      body: (
        <>
          <Trans>
            What is cancelled stays cancelled. Of <Plural value={left} one="# document" other="# documents" />{' '}
            LHDN is not asked any more: they stay valid.
          </Trans>{' '}
          {is_asking && <Trans>LHDN is being asked for one at this moment: that one goes through.</Trans>}
        </>
      ),
      confirm_label: t`Stop`,
      dismiss_label: t`Go on`,
      act: () => act({ params: { id } }),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      loading={busy}
      onClick={() => void ask()}
    >
      <Trans>Stop</Trans>
    </Button>
  )
}

const HowFar = ({ run }: { run: CancellationRun }) => {
  const { t } = useLingui()
  const done = run.total - run.waiting
  const [done_words, total_words, cancelled] = [figure(done), figure(run.total), figure(run.cancelled)]
  return (
    <>
      <p role="status">
        <b>
          <Trans>Cancelling documents</Trans>
        </b>
      </p>
      <Progress value={(100 * done) / run.total} my={8} aria-label={t`Cancelling documents`} />
      <p className={classes.quiet}>
        <span className="figures">
          <Trans>
            {done_words} of {total_words}, {cancelled} of them cancelled.
          </Trans>
        </span>{' '}
        <Trans>
          The rest takes <About ms={run.left_ms} />. You may close this page: the work goes on.
        </Trans>
      </p>
      {run.waits_why && (
        <p>
          <Trans>It waits and goes on by itself: {told(run.waits_why)}</Trans>
        </p>
      )}
      <Unclear count={run.unclear} />
    </>
  )
}

const Came = ({ run }: { run: CancellationRun }) => (
  <>
    <p role="status">
      <b className="figures">
        <Plural value={run.cancelled} one="# document cancelled." other="# documents cancelled." />
      </b>
    </p>
    {run.waiting > 0 && (
      <p>
        <Trans>LHDN is still being asked for one document, whose turn it was.</Trans>
      </p>
    )}
    {run.not_asked > 0 && (
      <p>
        <Plural
          value={run.not_asked}
          one="It was stopped: # document stays valid."
          other="It was stopped: # documents stay valid."
        />{' '}
        {told(run.stopped_why)}
      </p>
    )}
    <Unclear count={run.unclear} />
  </>
)

const Unclear = ({ count }: { count: number }) =>
  count > 0 && (
    <p>
      <Plural
        value={count}
        one="LHDN gave no clear answer for # document. Lulus asks until it knows."
        other="LHDN gave no clear answer for # documents. Lulus asks until it knows."
      />
    </p>
  )

/** Who began it and why; of which company, for whoever has several. */
const Whose = ({ run: { made_by_name, reason, company } }: { run: CancellationRun }) => {
  const several = useProfile().sender_entities.length > 1
  return (
    <p className={classes.quiet}>
      {several && (
        <>
          <Trans>Company: {company}</Trans>
          {' · '}
        </>
      )}
      <Trans>
        Begun by {made_by_name}. Reason: {reason}
      </Trans>
    </p>
  )
}
