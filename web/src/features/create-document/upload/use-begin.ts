import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { importSteps } from '#contract/imports/steps.ts'
import { paths } from '../../../paths.ts'
import { useProfile } from '../../../session/session.ts'
import { useAct, useMounted } from '../../../ui/acts/use-act.ts'
import { toastGood } from '../../../ui/toasts.ts'
import { useFileGuard } from './use-file-guard.ts'

/** Takes a file to the page on which it goes on in steps. What its columns are is remembered for a company. */
export const useBegin = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mounted = useMounted()
  const sending = useRef(false)
  useFileGuard(() => sending.current)
  const { act, busy } = useAct(importSteps.begin)
  const active = useProfile().sender_entities.filter(({ is_active }) => is_active)
  const [only, ...others] = active
  const begin = async (file: File) => {
    const sender_entity_code = only && others.length === 0 ? only.entity_code : ''
    sending.current = true
    const upload = await act({ form: { sender_entity_code }, upload: file })
    sending.current = false
    if (!upload) return
    const { name } = file
    if (!mounted.current) return toastGood(t`${name} is uploaded: go on with it under My Uploads.`)
    await navigate({ to: paths.import, params: { id: upload.id } })
  }
  return { begin, busy }
}
