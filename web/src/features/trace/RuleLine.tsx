import { Trans, useLingui } from '@lingui/react/macro'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { TracedRule } from '#contract/shaping/trace.ts'
import { told } from '../../i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Place } from './Place.tsx'
import classes from './trace.module.css'

/** What one version of a rule says of the document. */
export const RuleLine = ({ rule }: { rule: TracedRule }) => {
  const { t } = useLingui()
  const { field, condition, value, version, checked, in_force, breaches } = rule
  return (
    <li className={classes.line}>
      <span className={classes.kind}>
        {breaches.length === 0 ? (
          <Badge tone="good" icon={IconCircleCheck} word={t`Holds`} />
        ) : (
          <Badge tone="bad" icon={IconCircleX} word={t`Stops it`} />
        )}
      </span>
      <span className={classes.place}>
        <Place path={field} />
      </span>
      <span className={classes.values}>
        <code className={classes.value}>
          {condition === 'formula' ? '' : `${condition} `}
          {value}
        </code>
      </span>
      <span className={classes.note}>
        <Trans>Version {version}</Trans>
        {!checked && (
          <>
            {' · '}
            <Trans>came after the document was stored</Trans>
          </>
        )}
        {checked && !in_force && (
          <>
            {' · '}
            <Trans>no longer in force</Trans>
          </>
        )}
      </span>
      {breaches.length > 0 && (
        <ul className={classes.messages}>
          {breaches.map(({ field: place, message }) => (
            <li key={`${place} ${message}`}>
              <Place path={place} />: {told(message)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
