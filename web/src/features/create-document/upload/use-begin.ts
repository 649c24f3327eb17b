import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { importSteps } from '#contract/imports/steps.ts'
import { paths } from '../../../paths.ts'
import { useProfile } from '../../../session/session.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { toastGood } from '../../../ui/toasts.ts'
import { useFileGuard } from './use-file-guard.ts'

/** Takes a file to the page on which it goes on in steps. What its columns are is remembered for a company. */
export const useBegin = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { start, end } = useFileGuard()
  const { act, busy } = useAct(importSteps.begin)
  const active = useProfile().sender_entities.filter(({ is_active }) => is_active)
  const [only, ...others] = active
  const begin = async (file: File) => {
    const sender_entity_code = only && others.length === 0 ? only.entity_code : ''
    start()
    const upload = await act({ form: { sender_entity_code }, upload: file })
    const whereabouts = end()
    if (!upload) return
    const { name } = file
    if (whereabouts !== 'here') return toastGood(t`${name} is uploaded: go on with it under My Uploads.`)
    await navigate({ to: paths.import, params: { id: upload.id } })
  }
  return { begin, busy }
}
