import { msg } from '@lingui/core/macro'
import { IconArrowsExchange, IconChecks, IconRoute } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import type { ScreenCard } from '../../widgets/ScreenCards.tsx'

/** The screens of what shapes documents, in order. */
export const MAPPING_SCREENS: readonly ScreenCard[] = [
  {
    label: msg`Validation Rules`,
    about: msg`What must hold for every document, beside what LHDN asks.`,
    icon: IconChecks,
    to: paths.validationRules,
  },
  {
    label: msg`Mapping Rules`,
    about: msg`What codes of your own systems mean here, and what is always the same.`,
    icon: IconArrowsExchange,
    to: paths.mappingRules,
  },
  {
    label: msg`Trace a Document`,
    about: msg`What each mapping, default and rule made of one document.`,
    icon: IconRoute,
    to: paths.trace,
  },
]
