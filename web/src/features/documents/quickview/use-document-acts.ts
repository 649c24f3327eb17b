import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { call } from '../../../api/call.ts'
import { download } from '../../../api/download.ts'
import { messageOf } from '../../../api/errors.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { toastBad, toastGood } from '../../../ui/toasts.ts'

/** The acts of the quickview that need no further question, each with its toasts. */
export const useDocumentActs = ({ uuid }: DocumentDetail) => {
  const { t } = useLingui()
  const say = (good: string, bad: (message: string) => string) => ({
    onSuccess: () => toastGood(good),
    onError: (error: Error) => toastBad(bad(messageOf(error))),
  })
  const pdf = useMutation({
    mutationFn: async () => download(await call(documents.pdf, { query: { uuid } }), `${uuid}.pdf`),
    ...say(t`PDF downloaded successfully!`, (message) => t`Failed to download PDF: ${message}`),
  })
  const evidence = useMutation({
    mutationFn: async () =>
      download(await call(documents.evidence, { params: { uuid } }), `${uuid}-evidence.json`),
    ...say(t`Evidence downloaded successfully!`, (message) => t`Failed to download the evidence: ${message}`),
  })
  const check = useAct(documents.check, {
    done: t`Fetched latest LHDN response successfully!`,
    failed: (message) => t`Error fetching LHDN response: ${message}`,
  })
  const sent = {
    done: t`The document goes out again.`,
    failed: (message: string) => t`Error sending the document: ${message}`,
  }
  const retry = useAct(documents.retry, sent)
  const release = useAct(documents.release, sent)
  const params = { params: { uuid } }
  return {
    pdf: { busy: pdf.isPending, run: () => pdf.mutate() },
    evidence: { busy: evidence.isPending, run: () => evidence.mutate() },
    check: { busy: check.busy, run: () => void check.act(params) },
    retry: { busy: retry.busy, run: () => void retry.act(params) },
    release: { busy: release.busy, run: () => void release.act(params) },
  }
}
