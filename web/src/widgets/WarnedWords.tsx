import { useLingui } from '@lingui/react/macro'

/** How many documents have warnings, and that these keep none of them back. */
export const WarnedWords = ({ documents }: { documents: number }) => {
  const { t } = useLingui()
  const many = documents.toLocaleString('en')
  return documents === 1
    ? t`1 document has a warning. Warnings stop nothing.`
    : t`${many} documents have warnings. Warnings stop nothing.`
}
