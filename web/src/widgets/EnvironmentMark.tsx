import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { ENVIRONMENT_LOOK, type Environment } from './environment-look.ts'

/** What the top bar says of all that this person does (`EnvironmentBadge`). */
const useNamed = (): readonly Environment[] => useProfile().sender_entities.map((one) => one.environment)

/**
 * Where a document goes, or went, beside it: its company may have moved since. Production goes without saying where the
 * top bar names it.
 */
export const EnvironmentWord = ({ environment }: { environment: Environment }) => {
  const { i18n } = useLingui()
  const named = useNamed()
  if (environment === 'prod' && named.includes('prod')) return null
  const { word, means, icon } = ENVIRONMENT_LOOK[environment]
  return (
    <span title={i18n._(means)}>
      <Badge tone="neutral" icon={icon} word={i18n._(word)} />
    </span>
  )
}

/** The same in a row of many, as a sign: of rows of the only environment that there is the top bar says it. */
export const EnvironmentSign = ({ environment }: { environment: Environment }) => {
  const { i18n } = useLingui()
  const named = useNamed()
  if (environment === 'prod' ? named.includes('prod') : named.every((one) => one === environment)) return null
  const { word, means, icon: Icon } = ENVIRONMENT_LOOK[environment]
  return (
    <>
      <span title={`${i18n._(word)}: ${i18n._(means)}`}>
        <Icon
          size={15}
          role="img"
          aria-label={i18n._(word)}
          style={{ color: 'var(--waiting)', verticalAlign: -2 }}
        />
      </span>{' '}
    </>
  )
}

/**
 * Of several things that are told together how many are about trials, in words. Where all that this person does goes to
 * one test system the top bar says it.
 */
export const TrialsAmong = ({ count, trials }: { count: number; trials: number }) => {
  const { t, i18n } = useLingui()
  const named = useNamed()
  const is_said = named.every((one) => one !== 'prod' && one === named[0])
  if (trials === 0 || (is_said && trials === count)) return null
  const some = i18n.number(trials)
  if (trials < count) return t`(${some} of them trials, no legal effect)`
  return count === 1 ? t`(trial, no legal effect)` : t`(trials, no legal effect)`
}
