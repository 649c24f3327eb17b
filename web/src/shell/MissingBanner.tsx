import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconDatabaseOff } from '@tabler/icons-react'
import type { documents } from '#contract/documents.ts'
import type { Output } from '#contract/endpoint.ts'
import { countText } from '../ui/count-text.ts'
import { ENVIRONMENT_LOOK } from '../widgets/environment-look.ts'
import classes from './TroubleBanner.module.css'

type Missing = Output<typeof documents.troubles>['missing'][number]

/** What LHDN has of a company and this database has not, and what to do about it. */
export const MissingBanner = ({ missing }: { missing: Missing }) => {
  const { i18n } = useLingui()
  const { environment, name: company, documents: n, more, invoice_number: last } = missing
  const count = countText({ count: n, more })
  const name = i18n._(ENVIRONMENT_LOOK[environment].word)
  return (
    <p className={classes.banner}>
      <IconDatabaseOff size={18} aria-hidden />
      <span>
        <b>
          <Plural
            value={n}
            one={`LHDN (${name}) has # document of ${company} that is not here: ${last}.`}
            other={`LHDN (${name}) has ${count} documents of ${company} that are not here, the last one ${last}.`}
          />
        </b>{' '}
        <Trans>
          What was sent after the backup from which Lulus was put back is valid all the same. Keep it from the
          MyInvois portal, and do not make it again.
        </Trans>
      </span>
    </p>
  )
}
