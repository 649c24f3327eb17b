import { useRef, useState } from 'react'
import type { imports } from '#contract/imports.ts'
import { useSend } from '../../../api/queries.ts'
import { laterOf, type Outcome, readAnswer, readFailure } from './outcome.ts'
import { useFileGuard } from './use-file-guard.ts'
import { useTellEnded } from './use-tell-ended.ts'

type Options = { check_only: boolean; with_error_file: boolean }

/**
 * Uploads one file at a time, however often it is asked to, and keeps how the last one ended. Whatever becomes of the
 * answer, the same file may be sent again: the server stores none of its documents twice.
 */
export const useUpload = (endpoint: typeof imports.csv | typeof imports.file) => {
  const { mutateAsync } = useSend(endpoint)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const tellEnded = useTellEnded()
  const { start, end } = useFileGuard()

  /** Answers how it ended; null while another one runs, and where a toast tells it: nothing more is to be done then. */
  const upload = async (file: File, options: Options): Promise<Outcome | null> => {
    if (running.current) return null
    running.current = true
    start()
    setBusy(true)
    const ended = await mutateAsync({ form: options, upload: file, headers: { source: 'UI' } }).then(
      readAnswer,
      readFailure,
    )
    running.current = false
    const whereabouts = end()
    setBusy(false)
    setOutcome(ended)
    if (whereabouts === 'here' || (whereabouts === 'asked' && !laterOf(ended))) return ended
    tellEnded(file, ended)
    return null
  }
  return { upload, busy, outcome }
}
