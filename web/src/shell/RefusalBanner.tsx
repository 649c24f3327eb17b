import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconBan } from '@tabler/icons-react'
import type { Today } from '#contract/dashboard.ts'
import { told } from '../i18n.ts'
import { ENVIRONMENT_LOOK } from '../widgets/environment-look.ts'
import { sinceText } from './since.ts'
import classes from './TroubleBanner.module.css'

/** What LHDN refuses of a company, and why: no status of a document shows it. */
export const RefusalBanner = ({ refusal }: { refusal: Today['refusals'][number] }) => {
  const { i18n } = useLingui()
  const { environment, name: company, documents, invoice_number: last, since, why } = refusal
  const name = i18n._(ENVIRONMENT_LOOK[environment].word)
  const at = sinceText(new Date(since), new Date())
  return (
    <p className={classes.banner}>
      <IconBan size={18} aria-hidden />
      <span>
        <b>
          {documents === 0 ? (
            <Trans>
              Since <time dateTime={since}>{at}</time> LHDN ({name}) does not tell Lulus what became of
              documents of {company}.
            </Trans>
          ) : (
            <Plural
              value={documents}
              one={`LHDN (${name}) refused # document of ${company} that was sent once more: ${last}.`}
              other={`LHDN (${name}) refused # documents of ${company} that were sent once more, the last one ${last}.`}
            />
          )}
        </b>{' '}
        {told(why)}
      </span>
    </p>
  )
}
