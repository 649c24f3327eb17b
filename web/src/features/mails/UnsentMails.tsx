import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { mails, type Unsent } from '#contract/installation/mails.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './mails.module.css'

const SHOWN = 50

/** What no mail server took: to whom, why, and when it is tried again. Nothing while all was delivered. */
export const UnsentMails = () => {
  const { t } = useLingui()
  const query = { page: 1, page_size: SHOWN }
  const { data, error, refetch } = useQuery(q(mails.unsent, { query }))
  if (error && !data) {
    const title = t`What could not be delivered could not be loaded.`
    return <LoadError error={error} title={title} onRetry={() => void refetch()} />
  }
  if (!data || data.count === 0) return null
  const listed = data.results.length
  return (
    <>
      <Notice
        tone="waiting"
        title={
          <Plural
            value={data.count}
            one="# mail could not be delivered."
            other="# mails could not be delivered."
          />
        }
      >
        {listed < data.count && <Trans>The last {listed} of them are listed below.</Trans>}
      </Notice>
      {/* Nothing in it can be focused, so that the keyboard could not scroll it otherwise. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <ul className={classes.unsent} tabIndex={0} aria-label={t`Mails that could not be delivered`}>
        {data.results.map((mail) => (
          <li key={mail.id}>
            <Line {...mail} />
          </li>
        ))}
      </ul>
    </>
  )
}

const Line = ({ to, subject, why, tries, first_failed_at, next_try_at }: Unsent) => (
  <>
    <b>{subject}</b> · {to}
    <br />
    {told(why)} <Plural value={tries} one="Tried once," other="Tried # times," />{' '}
    <Trans>
      since <InstantText value={first_failed_at} />.
    </Trans>{' '}
    {next_try_at === null ? (
      <Trans>It is not tried again.</Trans>
    ) : (
      <Trans>
        Next try: <InstantText value={next_try_at} />.
      </Trans>
    )}
  </>
)
