import { useEffect, useState } from 'react'
import { focusHeading } from '../../../ui/focus-heading.ts'
import { focusNextRow } from '../../../ui/table/focus-row.ts'

/**
 * After an act on many rows the one that follows the last of them takes the focus, or else the screen's heading. `keys`
 * are those of the rows as they stand when it is called with the last one, before the act.
 */
export const useLanding = (keys: readonly string[]) => {
  const [landing, setLanding] = useState<{ keys: readonly string[]; last: string }>()
  useEffect(() => {
    if (landing && !focusNextRow(landing.keys, landing.last)) focusHeading()
  }, [landing])
  return (last = keys.at(-1) ?? '') => setLanding({ keys, last })
}
