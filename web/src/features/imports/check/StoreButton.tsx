import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconDatabaseImport } from '@tabler/icons-react'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useKeepImport } from '../use-import.ts'
import type { Corrections } from './use-correct.ts'

type Props = { upload: Import; corrections: Corrections }

/** Stores the good documents as they were corrected; it says first how many, and what becomes of the others. */
export const StoreButton = ({ upload, corrections }: Props) => {
  const { t } = useLingui()
  const keep = useKeepImport()
  const { act, busy } = useAct(importSteps.store)
  const { id, counts, check_only } = upload
  const left = counts.bad + counts.dropped
  const waits = t`Each waits for the approval of another person.`
  const behind = plural(left, {
    one: '# stays behind: it can be downloaded, corrected and uploaded later.',
    other: '# stay behind: they can be downloaded, corrected and uploaded later.',
  })
  const ask = () =>
    confirm({
      title: plural(counts.good, { one: 'Store # document?', other: 'Store # documents?' }),
      body: left > 0 ? `${waits} ${behind}` : waits,
      confirm_label: t`Store`,
      dismiss_label: t`Not yet`,
      act: async () => {
        // What was corrected last may still be on its way; where it fails, that is told.
        if (!(await corrections.arrived())) return
        const answered = await act({ params: { id }, body: {} })
        if (answered) keep(answered)
      },
    })
  const why_not = check_only
    ? t`This was a check: nothing of it is stored.`
    : corrections.unsent.size > 0
      ? t`Some corrections are not written yet: change them, or send them again.`
      : counts.good > 0
        ? ''
        : counts.already > 0 && counts.bad === 0
          ? t`There is nothing left to store: an earlier upload has stored these documents.`
          : t`No document is good yet.`
  return (
    <ReasonedButton
      loading={busy}
      why_not={why_not}
      leftSection={<IconDatabaseImport size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      {plural(counts.good, { one: 'Store # document', other: 'Store # documents' })}
    </ReasonedButton>
  )
}
