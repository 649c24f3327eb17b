import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type RuleTrial, rules, type SavedRule } from '#contract/shaping/rules.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { askReason } from '../../ui/dialogs/ask.ts'
import { contentOf, type Draft } from './content.ts'

/** Tries what stands in the form on past documents, and asks another person where one alone may not save it. */
export const useTrial = (
  draft: Draft,
  { rule, onAsked }: { rule: SavedRule | undefined; onAsked: () => void },
) => {
  const { t } = useLingui()
  const content = contentOf(draft)
  const [tried, setTried] = useState<{ content: string; trial: RuleTrial }>()
  const { act, busy } = useAct(rules.trial)
  const { act: ask } = useAct(rules.ask, { done: (reply) => reply.detail, place: 'configured' })
  const now = JSON.stringify(content)
  return {
    busy,
    /** Of what was tried before something else was typed nothing is shown. */
    trial: tried?.content === now ? tried.trial : undefined,
    tryIt: async () => {
      const trial = await act({ body: content })
      if (trial) setTried({ content: now, trial })
    },
    askIt: async () => {
      const reason = await askReason({
        title: t`Ask another person to approve this rule?`,
        body: draft.examples
          ? t`Nothing is checked by it before a superadmin approves. Examples that you changed are not part of it.`
          : t`Nothing is checked by it before a superadmin approves.`,
        label: t`Reason`,
        missing: t`A reason is required to submit this request.`,
        confirm_label: t`Submit for approval`,
        act: (reason) =>
          ask({
            body: {
              ...{ ...content, active_on: draft.active_on, reason },
              ...{ rule_id: rule?.id ?? '', version: rule?.version },
            },
          }),
      })
      if (reason !== undefined) onAsked()
    },
  }
}
