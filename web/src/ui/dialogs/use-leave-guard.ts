import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { readToken } from '../../api/token.ts'
import { confirm, type Question } from './ask.ts'

/** From where to where. */
type Way = Pick<Parameters<ShouldBlockFn>[0], 'current' | 'next'>

/**
 * Asks once before a screen is left with something unsaved; a closing tab asks in the browser's own words. A session
 * that ended is not held back. What the question says may be found out as it is asked. `leaves` tells the addresses
 * that go away from what is unsaved from those that do not; all of them, if left out.
 */
export const useLeaveGuard = (
  unsaved: () => boolean,
  question: Question | (() => Question),
  leaves: (way: Way) => boolean = () => true,
) => {
  const holdBack = () => unsaved() && readToken() !== null
  const ask = () => confirm(typeof question === 'function' ? question() : question)
  useBlocker({
    shouldBlockFn: async (way) => holdBack() && leaves(way) && !(await ask()),
    enableBeforeUnload: holdBack,
  })
}

/** As the tab closes only: before the sign-in nobody else is there to ask, and a call goes on behind other screens. */
export const useUnloadGuard = (unsaved: () => boolean) =>
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: unsaved })
