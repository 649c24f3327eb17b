import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBuildingBank, IconFlask, IconTestPipe, type TablerIcon } from '@tabler/icons-react'
import type { SenderEntity } from '#contract/people/session.ts'

export type Environment = SenderEntity['environment']

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
