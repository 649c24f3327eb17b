import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TracedShaping } from '#contract/shaping/trace.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Place } from './Place.tsx'
import classes from './trace.module.css'

type Props = { line: TracedShaping; stored_at: string | undefined }

/** What the look-ups, the hardcode or the default of one field made of it. */
export const ShapedLine = ({ line, stored_at }: Props) => {
  const { t } = useLingui()
  const { field, lines, by, from, to, of, modified_at, held } = line
  const kinds = { lookup: t`Look-up`, hardcode: t`Hardcode`, enrichment: t`Default` }
  const changed_since = modified_at !== null && stored_at !== undefined && modified_at > stored_at
  return (
    <li className={classes.line} data-idle={to === null}>
      <span className={classes.kind}>{kinds[by]}</span>
      <span className={classes.place}>
        <Place path={field} />
        {lines > 1 && (
          <span className={classes.quiet}>
            {' · '}
            <Plural value={lines} one="in # line" other="in # lines" />
          </span>
        )}
      </span>
      <span className={classes.values}>
        <Value text={from} />
        {to === null ? (
          <span className={classes.quiet}>
            {of > 1 ? <Trans>none of {of} is about it</Trans> : <Trans>nothing to do</Trans>}
          </span>
        ) : (
          <>
            <span aria-hidden>→</span>
            <Value text={to} />
          </>
        )}
      </span>
      {to !== null && (
        <span className={classes.note}>
          {modified_at !== null && (
            <Trans>
              As of <InstantText value={modified_at} />
            </Trans>
          )}
          {changed_since && (
            <>
              {' · '}
              <Trans>changed after the document was stored</Trans>
            </>
          )}
          {held !== null && held !== to && (
            <>
              {' · '}
              <Trans>
                the document holds <Value text={held} />
              </Trans>
            </>
          )}
        </span>
      )}
    </li>
  )
}

const Value = ({ text }: { text: string }) =>
  text === '' ? (
    <span className={classes.quiet}>
      <Trans>empty</Trans>
    </span>
  ) : (
    <code className={classes.value}>{text}</code>
  )
