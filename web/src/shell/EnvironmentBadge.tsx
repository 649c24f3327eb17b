import { useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import { useProfile } from '../session/session.ts'
import { ENVIRONMENT_LOOK, type Environment } from '../widgets/environment-look.ts'
import classes from './EnvironmentBadge.module.css'

const ORDER: readonly Environment[] = ['prod', 'preprod', 'simulator']

/** Where this person's documents are sent to. Always visible, so that nobody mistakes a test for the real thing. */
export const EnvironmentBadge = () => {
  const { i18n } = useLingui()
  const entities = useProfile().sender_entities
  const used = ORDER.filter((one) => entities.some((entity) => entity.environment === one))
  return used.map((environment) => {
    const { word, means, icon: Icon } = ENVIRONMENT_LOOK[environment]
    return (
      <Tooltip key={environment} label={i18n._(means)} multiline maw={280}>
        <span
          className={classes.badge}
          data-environment={environment}
          data-several={used.length > 1 || undefined}
        >
          <Icon size={14} aria-hidden />
          <span>{i18n._(word)}</span>
        </span>
      </Tooltip>
    )
  })
}
