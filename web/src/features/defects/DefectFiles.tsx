import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload, IconPaperclip, IconPhoto } from '@tabler/icons-react'
import { type Defect, type DefectFile, defects } from '#contract/defects.ts'
import { useDownload } from '../../ui/acts/use-download.ts'
import classes from './defects.module.css'

type Props = { defect: Pick<Defect, 'id' | 'files'>; onPreview: (file: DefectFile) => void }

/** The files of a defect: pictures are shown, all of them can be saved. */
export const DefectFiles = ({ defect: { id, files }, onPreview }: Props) => {
  const { t } = useLingui()
  const { run, busy } = useDownload(defects.file, {
    done: t`The file was saved.`,
    failed: (why) => t`The file could not be saved: ${why}`,
  })
  if (files.length === 0) return null
  return (
    <ul className={classes.said} aria-label={t`Files`}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          {isPicture(file) ? <IconPhoto size={16} aria-hidden /> : <IconPaperclip size={16} aria-hidden />}
          <span className={classes.name} title={file.name}>
            {file.name}
          </span>
          {isPicture(file) && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t`Show ${file.name}`}
              onClick={() => onPreview(file)}
            >
              <Trans>Show</Trans>
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            loading={busy}
            aria-label={t`Save ${file.name}`}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => run({ params: { id, file_id: file.id } })}
          >
            <Trans>Save file</Trans>
          </Button>
        </li>
      ))}
    </ul>
  )
}

const isPicture = ({ content_type }: DefectFile) => content_type.startsWith('image/')
