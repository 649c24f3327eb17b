import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useState } from 'react'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { confirm } from '../../../ui/dialogs/ask.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useKeepImport, useLastImport } from '../use-import.ts'
import type { Corrections } from './use-correct.ts'

type Props = { upload: Import; corrections: Corrections }

/** Stores the good documents as they were corrected; it says first how many, and what becomes of the others. */
export const StoreButton = ({ upload, corrections }: Props) => {
  const { ask, waits, busy } = useStore(upload.id, corrections)
  const why_not = useWhyNot({ upload, corrections })
  return (
    <ReasonedButton
      loading={busy}
      aria-busy={waits}
      why_not={why_not}
      // Not as one that loads, which would take the focus from it before the question comes.
      leftSection={waits ? <Loader size={16} color="white" /> : <IconDatabaseImport size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      {plural(upload.counts.good, { one: 'Store # document', other: 'Store # documents' })}
    </ReasonedButton>
  )
}

/** `ask` puts the question once all corrections have arrived, which may change how many there are. */
const useStore = (id: string, corrections: Corrections) => {
  const { t } = useLingui()
  const keep = useKeepImport()
  const lastImport = useLastImport()
  const { act, busy } = useAct(importSteps.store)
  const [waits, setWaits] = useState(false)
  const question = ({ counts }: Import) => {
    const left = counts.bad + counts.dropped
    const approval = t`Each waits for the approval of another person.`
    const behind = plural(left, {
      one: '# stays behind: it can be downloaded, corrected and uploaded later.',
      other: '# stay behind: they can be downloaded, corrected and uploaded later.',
    })
    return {
      title: plural(counts.good, { one: 'Store # document?', other: 'Store # documents?' }),
      body: left > 0 ? `${approval} ${behind}` : approval,
      confirm_label: t`Store`,
      dismiss_label: t`Not yet`,
    }
  }
  const ask = async () => {
    if (waits) return
    setWaits(true)
    const arrived = await corrections.arrived()
    setWaits(false)
    const upload = lastImport(id)
    // What did not arrive is told, and so is where the upload stands by then.
    if (!arrived || upload?.state !== 'checked' || upload.counts.good === 0) return
    const store = async () => {
      const answered = await act({ params: { id }, body: {} })
      if (answered) keep(answered)
    }
    await confirm({ ...question(upload), act: store })
  }
  return { ask, waits, busy }
}

const useWhyNot = ({ upload, corrections }: Props) => {
  const { t } = useLingui()
  const { counts, check_only } = upload
  if (check_only) return t`This was a check: nothing of it is stored.`
  if (corrections.unsent.size > 0)
    return t`Some corrections are not written yet: change them, or send them again.`
  if (counts.good > 0) return ''
  return counts.already > 0 && counts.bad === 0
    ? t`There is nothing left to store: an earlier upload has stored these documents.`
    : t`No document is good yet.`
}
