import { useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { useDownload } from '../../../ui/acts/use-download.ts'

/** The acts of the quickview that need no further question, each with its toasts. */
export const useDocumentActs = ({ uuid }: DocumentDetail) => {
  const { t } = useLingui()
  const pdf = useDownload(documents.pdf, {
    done: t`PDF downloaded successfully!`,
    failed: (message) => t`Failed to download PDF: ${message}`,
  })
  const evidence = useDownload(documents.evidence, {
    done: t`Evidence downloaded successfully!`,
    failed: (message) => t`Failed to download the evidence: ${message}`,
  })
  const check = useAct(documents.check, {
    done: t`Fetched latest LHDN response successfully!`,
    failed: (message) => t`Error fetching LHDN response: ${message}`,
  })
  const retry = useAct(documents.retry, {
    done: t`The document goes out again.`,
    failed: (message) => t`Error sending the document: ${message}`,
  })
  const params = { params: { uuid } }
  return {
    pdf: { busy: pdf.busy, run: () => pdf.run({ query: { uuid } }) },
    evidence: { busy: evidence.busy, run: () => evidence.run(params) },
    check: { busy: check.busy, run: () => void check.act(params) },
    retry: { busy: retry.busy, run: () => void retry.act(params) },
  }
}
