import { useState } from 'react'
import { type RuleTrial, rules } from '#contract/shaping/rules.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { type Content, contentOf } from './content.ts'

/** Tries what stands in the form on past documents. */
export const useTrial = (draft: Content) => {
  const content = contentOf(draft)
  const [tried, setTried] = useState<{ content: string; trial: RuleTrial }>()
  const { act, busy } = useAct(rules.trial)
  const now = JSON.stringify(content)
  return {
    busy,
    /** Of what was tried before something else was typed nothing is shown. */
    trial: tried?.content === now ? tried.trial : undefined,
    tryIt: async () => {
      const trial = await act({ body: content })
      if (trial) setTried({ content: now, trial })
    },
  }
}
