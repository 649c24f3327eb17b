import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFileOff, IconPlayerSkipForward } from '@tabler/icons-react'
import { type RequestedReport, reports } from '#contract/reports/reports.ts'
import { told } from '../../i18n.ts'
import { useDownload } from '../../ui/acts/use-download.ts'
import { Badge } from '../../ui/Badge.tsx'
import { howFar, isBeingMade } from '../../widgets/report-run/report-run.ts'
import { RetryButton } from './RetryButton.tsx'
import classes from './reports.module.css'

/** The file of a report, or what stands in its place. */
export const ReportFile = ({ row }: { row: RequestedReport }) => {
  if (isBeingMade(row.state)) return <Generating row={row} />
  if (row.state === 'skipped') {
    return <Badge tone="neutral" icon={IconPlayerSkipForward} word={<Trans>Skipped, was empty</Trans>} />
  }
  if (row.state === 'failed') {
    return (
      <span className={classes.told}>
        <span>
          <Badge tone="bad" icon={IconAlertTriangle} word={<Trans>Failed</Trans>} />
          <RetryButton id={row.id} name={row.name} />
        </span>
        <span className={classes.why}>{told(row.fault)}</span>
      </span>
    )
  }
  if (row.file_removed) {
    return <Badge tone="neutral" icon={IconFileOff} word={<Trans>File deleted after 90 days</Trans>} />
  }
  return <Download row={row} />
}

const Generating = ({ row }: { row: RequestedReport }) => {
  const { i18n } = useLingui()
  const progress = howFar(row, i18n)
  return (
    <span className={classes.told}>
      <span>
        <Trans>Generating..</Trans>
      </span>
      {progress && <span className={classes.why}>{progress}</span>}
    </span>
  )
}

const Download = ({ row: { id, name } }: { row: RequestedReport }) => {
  const { t } = useLingui()
  const { run, busy } = useDownload(reports.download, {
    done: t`The report was downloaded.`,
    failed: (message) => message,
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ml={-8}
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t`Download ${name}`}
      onClick={() => run({ params: { id } })}
    >
      <Trans>Download</Trans>
    </Button>
  )
}
