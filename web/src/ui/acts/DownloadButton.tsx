import { useLingui } from '@lingui/react/macro'
import { IconDownload, type TablerIcon } from '@tabler/icons-react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ReasonedButton } from '../ReasonedButton.tsx'
import type { Place } from '../toasts.ts'
import { useDownload } from './use-download.ts'

type Props<E extends Endpoint & { reply: 'file' }> = {
  label: string
  /** Where several stand side by side, what tells them apart when there is no room for words. */
  icon?: TablerIcon
  endpoint: E
  input: Input<E>
  /** What the toasts say, where something is specified. */
  words?: { done: string; failed: string; place?: Place }
  /** Why it cannot be made now; empty or absent means that it can. */
  why_not?: string
  /** Another way to the file, where it is too large to be waited for. */
  instead?: { run: () => void; busy: boolean } | undefined
}

/** Saves a report that the server makes of everything that matches, not of the visible page. */
export const DownloadButton = <E extends Endpoint & { reply: 'file' }>({
  label,
  icon: Icon = IconDownload,
  endpoint,
  input,
  words,
  why_not = '',
  instead,
}: Props<E>) => {
  const { t } = useLingui()
  const { run, busy } = useDownload(endpoint, {
    done: words?.done ?? t`The report was downloaded.`,
    place: words?.place,
    failed: (message) => words?.failed ?? t`The report could not be made: ${message}`,
  })
  return (
    <ReasonedButton
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      why_not={why_not}
      loading={busy || instead?.busy === true}
      onClick={instead?.run ?? (() => run(input))}
    >
      {label}
    </ReasonedButton>
  )
}
