import { useLingui } from '@lingui/react/macro'
import type { ImportReply } from '#contract/imports.ts'
import { told } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { fieldLabel } from '../../../widgets/field-options.ts'
import { WarnedWords } from '../../../widgets/WarnedWords.tsx'
import classes from './upload.module.css'
import { warnedIn } from './warned.ts'

/** What should be looked at in documents that were taken, or would be. */
export const WarningList = ({ warnings }: { warnings: NonNullable<ImportReply['warnings']> }) => {
  const { t } = useLingui()
  const documents = new Set(warnings.map(({ invoice_number }) => invoice_number)).size
  return (
    <section aria-label={t`Warnings`}>
      <Notice tone="info" title={<WarnedWords {...{ documents }} />}>
        <ul className={classes.warnings}>
          {warnedIn(warnings).map(({ key, field, message, numbers }) => (
            <li key={key}>
              <b>{fieldLabel(field)}</b>: {told(message)}
              <p className={classes.named}>{numbers.join(', ')}</p>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}
