import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { rules, type SavedRule } from '#contract/shaping/rules.ts'
import { ApiError } from '../../api/errors.ts'
import { useAct, useMounted } from '../../ui/acts/use-act.ts'
import { askReason } from '../../ui/dialogs/ask.ts'
import { type Content, contentOf, type Draft } from './content.ts'

export type Asking = ReturnType<typeof useAsking>

/** Asks another person to approve what one alone may not save, upon the version that was opened or a refusal named. */
export const useAsking = (rule: SavedRule | undefined, onAsked: () => void) => {
  const { t } = useLingui()
  const version = useRef(rule?.version)
  const mounted = useMounted()
  /** Takes note of the version that a refusal names: whoever has read that may go on upon it. */
  const note = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return
    version.current = (error.current as Pick<SavedRule, 'version'> | undefined)?.version ?? version.current
  }
  const { act, giveUp } = useAct(rules.ask, {
    done: (reply) => reply.detail,
    failed: (why, error) => {
      note(error)
      return why
    },
    place: 'configured',
  })
  return {
    version,
    note,
    /** Whether the form is there: a save may be refused long after, once the network is back. */
    isOpen: () => mounted.current,
    /** `why` a save was refused, where it was tried. */
    ask: async (wanted: Content & Partial<Draft>, why = '') => {
      const body = { ...contentOf(wanted), active_on: wanted.active_on ?? '', rule_id: rule?.id ?? '' }
      const then = wanted.examples
        ? t`Nothing is checked by it before a superadmin approves. Examples that you changed are not part of it.`
        : t`Nothing is checked by it before a superadmin approves.`
      const reason = await askReason({
        title: t`Ask another person to approve this rule?`,
        body: why ? `${why} ${then}` : then,
        label: t`Reason`,
        missing: t`A reason is required to submit this request.`,
        confirm_label: t`Submit for approval`,
        act: (reason) => act({ body: { ...body, version: version.current, reason } }),
      })
      if (reason === undefined) giveUp()
      else onAsked()
    },
  }
}

/** Whether one person alone may not save it. */
export const needsSecond = (error: unknown) =>
  error instanceof ApiError && error.code === 'second_person_needed'
