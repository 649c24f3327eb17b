import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Report } from '#contract/reports/reports.ts'
import { FREQUENCIES, type Frequency, formatCovered, formatRunAt, type Run } from '#domain/reports/windows.ts'
import { spoken } from '../../i18n.ts'

export const FREQUENCY_WORDS: Record<Frequency, MessageDescriptor> = {
  daily: msg`Daily`,
  weekly: msg`Weekly`,
  monthly: msg`Monthly`,
}

export const TYPE_WORDS: Record<Report['report_type'], MessageDescriptor> = {
  adhoc: msg`Ad hoc`,
  scheduled: msg`Scheduled`,
}

/** Why a schedule rests, and nothing of it can be sent. */
export const PAUSED = msg`The account of its owner is deactivated.`

export const useFrequencyOptions = () => {
  const { i18n } = useLingui()
  return FREQUENCIES.map((value) => ({ value, label: i18n._(FREQUENCY_WORDS[value]) }))
}

/** "Mon 23 Nov 2026 06:00 MYT" in the language of the screens. */
export const runAtText = (at: Date) => formatRunAt(at, spoken())

/** "next: Mon 23 Nov 2026 06:00 MYT, covers 16–22 Nov". */
export const useRunWords = () => {
  const { t } = useLingui()
  return (run: Run) => {
    const [at, covered] = [runAtText(run.at), formatCovered(run, spoken())]
    return t`next: ${at}, covers ${covered}`
  }
}
