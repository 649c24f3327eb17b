import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFileOff, IconPlayerSkipForward } from '@tabler/icons-react'
import { type RequestedReport, reports } from '#contract/reports/reports.ts'
import { told } from '../../i18n.ts'
import { useDownload } from '../../ui/acts/use-download.ts'
import { Badge } from '../../ui/Badge.tsx'
import { RetryButton } from './RetryButton.tsx'
import classes from './reports.module.css'
import { isBeingMade } from './use-running.ts'

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

const Generating = ({ row: { rows, rows_total } }: { row: RequestedReport }) => {
  const { i18n } = useLingui()
  const [done, all] = [i18n.number(rows), i18n.number(rows_total)]
  return (
    <span className={classes.told}>
      <span>
        <Trans>Generating..</Trans>
      </span>
      {rows + rows_total > 0 && (
        <span className={classes.why}>
          {rows_total > 0 ? (
            <Trans>
              {done} of {all} documents
            </Trans>
          ) : (
            <Plural value={rows} one="# document so far" other={`${done} documents so far`} />
          )}
        </span>
      )}
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
