import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'

/** What stands for each answer of LHDN about a TIN. */
export const ANSWER_ICONS = {
  matches: IconCircleCheck,
  does_not_match: IconCircleX,
  not_checked: IconHelpCircle,
}
