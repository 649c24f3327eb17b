import { Plural, Trans } from '@lingui/react/macro'
import { IconMailOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { documents } from '#contract/documents.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '../paths.ts'
import { countText } from '../ui/count-text.ts'
import { sinceText } from './since.ts'
import classes from './TroubleBanner.module.css'

type Unsent = NonNullable<Output<typeof documents.troubles>['mails']>

/** For superadmins: mails that could not be delivered, be it that they are tried again. */
export const MailBanner = ({ mails: { since, unsent, more } }: { mails: Unsent }) => {
  const at = sinceText(new Date(since), new Date())
  const count = countText({ count: unsent, more })
  return (
    <p className={classes.banner}>
      <IconMailOff size={18} aria-hidden />
      <span>
        <b>
          <Plural
            value={unsent}
            one={`# mail could not be delivered since ${at}.`}
            other={`${count} mails could not be delivered since ${at}.`}
          />
        </b>{' '}
        <Link to={paths.mails}>
          <Trans>See to whom and why</Trans>
        </Link>
      </span>
    </p>
  )
}
