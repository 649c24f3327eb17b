import { useBlocker } from '@tanstack/react-router'
import { readToken } from '../../api/token.ts'
import { confirm, type Wording } from './ask.ts'

/**
 * Asks once before a screen is left with something unsaved; a closing tab asks in the browser's own words. A session
 * that ended is not held back.
 */
export const useLeaveGuard = (unsaved: () => boolean, question: Wording) => {
  const holdBack = () => unsaved() && readToken() !== null
  useBlocker({
    shouldBlockFn: async () => holdBack() && !(await confirm(question)),
    enableBeforeUnload: holdBack,
  })
}
