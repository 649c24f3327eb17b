import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconBuildingBank, IconFlask, IconTestPipe, type TablerIcon } from '@tabler/icons-react'
import { own } from '#codes/own.ts'
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

const ALL: readonly Environment[] = ['simulator', 'preprod', 'prod']

/** Where a new company can send to; the simulator only where one runs, which gives it credentials. */
export const environmentsWith = (has_simulator: boolean): readonly Environment[] =>
  ALL.filter((one) => has_simulator || one !== 'simulator')

/** Nothing is at stake there. */
export const firstEnvironment = (has_simulator: boolean): Environment =>
  has_simulator ? 'simulator' : 'preprod'

/** The word for one of them by its name in an address, which may be any text. */
export const environmentWord = (name: string, i18n: I18n): string => {
  const look = own(ENVIRONMENT_LOOK, name)
  return look ? i18n._(look.word) : name
}
