import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import { IconBuildingBank, IconFlask, IconTestPipe, type TablerIcon } from '@tabler/icons-react'
import type { SenderEntity } from '#contract/session.ts'
import { useProfile } from '../session/session.ts'
import classes from './EnvironmentBadge.module.css'

type Environment = SenderEntity['environment']

/** What each environment is called, and what it means. */
export const ENVIRONMENT_LOOK: Record<
  Environment,
  { word: MessageDescriptor; means: MessageDescriptor; icon: TablerIcon }
> = {
  simulator: {
    word: msg`Simulator`,
    means: msg`Documents go to a simulated authority. Nothing here has legal effect.`,
    icon: IconFlask,
  },
  preprod: {
    word: msg`Preprod`,
    means: msg`Documents go to the authority's test system. Nothing here has legal effect.`,
    icon: IconTestPipe,
  },
  prod: {
    word: msg`Production`,
    means: msg`Documents go to the tax authority and have legal effect.`,
    icon: IconBuildingBank,
  },
}
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
        <span className={classes.badge} data-environment={environment}>
          <Icon size={14} aria-hidden />
          {i18n._(word)}
        </span>
      </Tooltip>
    )
  })
}
