import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Trace, trace } from '#contract/shaping/trace.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useSearchState } from '../../ui/address/use-search-state.ts'
import { Card } from '../../ui/Card.tsx'
import { useDiscardQuestion } from '../../ui/dialogs/use-discard-question.ts'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { Page } from '../../ui/Page.tsx'
import { AskDocument } from './AskDocument.tsx'
import { AskPayload } from './AskPayload.tsx'
import { TraceResult } from './TraceResult.tsx'
import { traceAddress } from './trace-address.ts'

/** `/data-mapping/trace`: what each mapping, default and rule made of one document. */
export const TracePage = () => {
  const { t } = useLingui()
  const { search, set } = useSearchState(traceAddress.read)
  const [tab, setTab] = useState<string | null>('document')
  // Both stay over a look at the other tab.
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState<{ typed: string; trace: Trace }>()
  useLeaveGuard(
    () => typed.trim() !== '' && typed !== tried?.typed,
    useDiscardQuestion(),
    ({ current, next }) => next.pathname !== current.pathname,
  )
  const { document } = search
  const stored = useQuery({
    ...q(trace.document, { query: { document: document ?? '' } }),
    enabled: document !== undefined && tab === 'document',
    retry: false,
  })
  const shown = tab === 'payload' ? tried?.trace : stored.data
  const { error, isFetching } = stored
  return (
    <Page
      title={t`Trace a Document`}
      crumbs={[
        { label: t`Dashboard`, to: paths.dashboard },
        { label: t`Mapping Cockpit`, to: paths.dataMapping },
      ]}
    >
      <Stack gap="lg">
        <Card>
          <Tabs value={tab} onChange={setTab} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="document">{t`Stored document`}</Tabs.Tab>
              <Tabs.Tab value="payload">{t`Payload`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="document" tabIndex={-1}>
              <AskDocument
                key={document}
                document={document}
                busy={isFetching}
                onAsk={(name) => (name === document ? void stored.refetch() : set({ document: name }))}
              />
            </Tabs.Panel>
            <Tabs.Panel value="payload" tabIndex={-1}>
              <AskPayload
                typed={typed}
                onType={setTyped}
                onTried={(trace) => setTried(trace && { typed, trace })}
              />
            </Tabs.Panel>
          </Tabs>
        </Card>
        {tab === 'document' && error && (
          <LoadError
            error={error}
            title={t`The document could not be traced.`}
            onRetry={() => void stored.refetch()}
          />
        )}
        {shown && <TraceResult trace={shown} />}
        {!shown && tab === 'document' && !error && !isFetching && (
          <EmptyState title={t`No document is traced yet.`}>
            <Trans>Enter its number, and see what each mapping, default and rule made of it.</Trans>
          </EmptyState>
        )}
      </Stack>
    </Page>
  )
}
