import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useMounted } from '../../../ui/acts/use-act.ts'
import { type Question, withdraw } from '../../../ui/dialogs/ask.ts'
import { useLeaveGuard } from '../../../ui/dialogs/use-leave-guard.ts'

/** Where the person is as an answer comes: on the screen, there and asked about leaving it, or gone. */
type Whereabouts = 'here' | 'asked' | 'gone'

/**
 * Asks before a screen is left while a file of it is on its way: what is wrong in it is told only there. `start` is
 * called as it goes, and `end` as its answer comes, which takes the question away: whoever is asked stays. Nobody who
 * is `asked` is taken elsewhere: the browser is still coming back from where they wanted to go.
 */
export const useFileGuard = () => {
  const { t } = useLingui()
  const mounted = useMounted()
  const sending = useRef(false)
  const leaves = useRef(false)
  const asked = useRef<Question>(undefined)
  const ask = (): Question => ({
    title: t`Leave while the file is being uploaded?`,
    body: t`It goes on, and a message tells the counts. What is wrong with which document is told only here.`,
    confirm_label: t`Leave`,
    dismiss_label: t`Wait`,
    // The screen may stand a while yet, until the next one is loaded.
    act: async () => {
      leaves.current = true
    },
  })
  useLeaveGuard(
    () => sending.current,
    () => (asked.current = ask()),
  )
  const start = () => {
    sending.current = true
    leaves.current = false
  }
  const end = (): Whereabouts => {
    sending.current = false
    if (!mounted.current || leaves.current) return 'gone'
    return asked.current && withdraw(asked.current) ? 'asked' : 'here'
  }
  return { start, end }
}
