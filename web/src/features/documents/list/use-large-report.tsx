import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Input } from '#contract/endpoint.ts'
import { type RequestedReport, reports } from '#contract/reports/reports.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { told } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { saveFile } from '../../../ui/acts/use-download.ts'
import { showWork, toastBad, toastGood } from '../../../ui/toasts.ts'
import { howFar } from '../../../widgets/report-run/report-run.ts'
import { untilMade } from '../../../widgets/report-run/until-made.ts'

type Wanted = Input<typeof reports.ofList>['body']

/** Schedules and other tabs may have begun some since. */
const ASKED_FOR = 50
/** So many are there in a moment. Beside a text the list counts no further. */
const AT_ONCE_MAX = 10_000

type Counted = { count: number | undefined; uncounted: boolean; fetching: boolean }

/** A report is right for any number, so also while it is not known, or (`fetching`) that of other filters. */
export const isLarge = ({ count, uncounted, fetching }: Counted): boolean =>
  count === undefined || uncounted || fetching || count > AT_ONCE_MAX

/**
 * Has the list's export made among the reports, where there is too much to be waited for. A toast tells how far it is,
 * on every screen, and the file is saved when it is there; whoever closes the tab meanwhile finds it under Reports.
 */
export const useLargeReport = (label: string, wanted: Wanted) => {
  const navigate = useNavigate()
  const following = { label, onReports: () => void navigate({ to: paths.report }) }
  const { act, busy } = useAct(reports.ofList, {
    onLate: (begun) => {
      void follow(begun, following)
      return true
    },
  })
  const run = async () => {
    const begun = await act({ body: wanted })
    if (begun) await follow(begun, following)
  }
  return { run: () => void run(), busy }
}

type Following = { label: string; onReports: () => void }

const follow = async (begun: RequestedReport, { label, onReports }: Following): Promise<void> => {
  const work = showWork()
  try {
    const made = await untilMade(begun, {
      ask: async () => (await call(reports.requested, { query: { page_size: ASKED_FOR } })).results,
      tell: (run) => work.say(<Making label={label} run={run} onReports={onReports} />),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
    if (made?.state === 'failed') {
      const message = told(made.fault)
      return toastBad(t`The report could not be made: ${message}`)
    }
    if (made?.state !== 'done')
      return toastBad(t`How far the report is cannot be told here any more. Look under Reports.`)
    await save(made, work)
  } finally {
    work.end()
  }
}

/** It is made, whatever becomes of its way here: nobody is to have it made anew. */
const save = async ({ id }: RequestedReport, work: ReturnType<typeof showWork>) => {
  try {
    await saveFile(reports.download, { params: { id } }, work)
    toastGood(t`The report was downloaded.`)
  } catch (error) {
    const message = messageOf(error)
    toastBad(t`The report was made, but could not be downloaded: ${message} It stands under Reports.`)
  }
}

const Making = ({ label, run, onReports }: Following & { run: RequestedReport }) => {
  const { t, i18n } = useLingui()
  const progress = howFar(run, i18n)
  const at_first = run.state === 'waiting' ? t`${label} waits for its turn.` : t`${label} is being made.`
  return (
    <>
      {progress ? `${label}: ${progress}.` : at_first}{' '}
      <Trans>
        It will stand under{' '}
        <Anchor
          href={paths.report}
          inherit
          underline="always"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onReports()
          }}
        >
          Reports
        </Anchor>
        , also if you close this tab.
      </Trans>
    </>
  )
}
