import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { documents } from '#contract/documents.ts'
import { q } from '../api/queries.ts'
import { countText } from '../ui/count-text.ts'
import { whenWanted } from '../ui/later/later.ts'
import { ENVIRONMENT_LOOK } from '../widgets/environment-look.ts'
import { RefusalBanner } from './RefusalBanner.tsx'
import { sinceText } from './since.ts'
import classes from './TroubleBanner.module.css'

const RareTroubles = whenWanted(async () => (await import('./RareTroubles.tsx')).RareTroubles)

const ASK_AGAIN_MS = 60_000
/** More of them are folded away: the screen below is still needed. */
const REFUSALS_SHOWN = 2

/**
 * While the authority does not answer: since when, what waits, and that nothing needs to be done. What it refuses, and
 * what else stops.
 */
export const TroubleBanner = () => {
  const { i18n } = useLingui()
  const { data } = useQuery({ ...q(documents.troubles), refetchInterval: ASK_AGAIN_MS })
  const refusals = (data?.refusals ?? []).map((refusal) => (
    <RefusalBanner key={Object.values(refusal).join()} refusal={refusal} />
  ))
  // The region is always there, since screen readers only tell what changes inside one that they know.
  return (
    <div role="status">
      {data?.troubles.map(({ environment, since, waiting, more }) => {
        const name = i18n._(ENVIRONMENT_LOOK[environment].word)
        const count = countText({ count: waiting, more })
        const at = sinceText(new Date(since), new Date())
        return (
          <p key={environment} className={classes.banner}>
            <IconCloudOff size={18} aria-hidden />
            <span>
              <b>
                <Trans>
                  LHDN ({name}) has not answered since <time dateTime={since}>{at}</time>.
                </Trans>
              </b>{' '}
              {more ? (
                <Trans>{count} documents wait and are sent by themselves; nothing needs to be done.</Trans>
              ) : (
                <Plural
                  value={waiting}
                  _0="Documents wait and are sent by themselves; nothing needs to be done."
                  one="# document waits and is sent by itself; nothing needs to be done."
                  other="# documents wait and are sent by themselves; nothing needs to be done."
                />
              )}
            </span>
          </p>
        )
      })}
      <Suspense>
        {data && (data.worker || data.mails || data.missing.length > 0) && <RareTroubles {...data} />}
      </Suspense>
      {refusals.length > REFUSALS_SHOWN ? (
        <details>
          <summary className={classes.banner}>
            <Plural value={refusals.length} one="# refusal by LHDN" other="# refusals by LHDN" />
          </summary>
          {refusals}
        </details>
      ) : (
        refusals
      )}
    </div>
  )
}
