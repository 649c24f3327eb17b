import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Input } from '#contract/endpoint.ts'
import { type RequestedReport, reports } from '#contract/reports/reports.ts'
import { call } from '../../../api/call.ts'
import { mayPass, messageOf } from '../../../api/errors.ts'
import { told } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { saveFile } from '../../../ui/acts/use-download.ts'
import { showWork, toastBad, toastGood } from '../../../ui/toasts.ts'
import { howFar, isBeingMade } from '../../../widgets/report-run/report-run.ts'

type Wanted = Input<typeof reports.ofList>['body']

const ASK_AGAIN_MS = 1_000

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
    const made = await untilMade(begun, (run) =>
      work.say(<Making label={label} run={run} onReports={onReports} />),
    )
    if (made?.state === 'failed') return tellFailed(told(made.fault))
    if (made?.state !== 'done') return
    await saveFile(reports.download, { params: { id: made.id } }, work)
    toastGood(t`The report was downloaded.`)
  } catch (error) {
    tellFailed(messageOf(error))
  } finally {
    work.end()
  }
}

const tellFailed = (message: string) => toastBad(t`The report could not be made: ${message}`)

/** The run when it has come to its end; undefined where it was deleted, or the session has ended. */
const untilMade = async (begun: RequestedReport, tell: (run: RequestedReport) => void) => {
  let run: RequestedReport | undefined = begun
  while (run && isBeingMade(run.state)) {
    tell(run)
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    run = await again(run)
  }
  return run
}

/** How it stands now; as before while the server does not answer. */
const again = async (run: RequestedReport): Promise<RequestedReport | undefined> => {
  try {
    const { results } = await call(reports.requested, { query: {} })
    return results.find(({ id }) => id === run.id)
  } catch (error) {
    return mayPass(error) ? run : undefined
  }
}

const Making = ({ label, run, onReports }: Following & { run: RequestedReport }) => {
  const { t, i18n } = useLingui()
  const progress = howFar(run, i18n)
  return (
    <>
      {progress ? `${label}: ${progress}.` : t`${label} is being made.`}{' '}
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
