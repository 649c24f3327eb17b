import { useLingui } from '@lingui/react/macro'
import { Anchor, Skeleton } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Delivery, type Webhook, webhooks } from '#contract/webhooks.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { type LogRows, useLog } from '../../ui/list/use-log.ts'
import { type Crumb, Page } from '../../ui/Page.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { useLogWords } from '../../widgets/log-words.ts'
import { useAnswer, useDeliveryColumns } from './columns.tsx'
import { deliveriesAddress } from './deliveries-address.ts'
import { DELIVERY_WORDS, DeliveryState, hostOf } from './look.tsx'
import { OpenDelivery } from './OpenDelivery.tsx'
import { WebhookActs } from './WebhookActs.tsx'
import { WebhookFacts } from './WebhookFacts.tsx'

const route = getRouteApi('/shell/admin/webhooks/$id')

/** `/admin/webhooks/:id`: what a webhook was told in the last 30 days, and what came of it. */
export const WebhookPage = () => {
  const { t } = useLingui()
  const { id } = route.useParams()
  const crumbs = [...useAdminCrumbs(), { label: t`Webhooks`, to: paths.webhooks }]
  const { data: webhook, error, refetch } = useQuery(q(webhooks.get, { params: { id } }))
  if (webhook) return <Deliveries webhook={webhook} crumbs={crumbs} />
  const title = t`The webhook could not be loaded.`
  return (
    <Page title={t`Webhook`} crumbs={crumbs} error={error}>
      {error && <LoadError error={error} title={title} onRetry={() => void refetch()} />}
      {!error && <Skeleton height={480} radius="md" />}
    </Page>
  )
}

const Deliveries = ({ webhook, crumbs }: { webhook: Webhook; crumbs: readonly Crumb[] }) => {
  const { t, i18n } = useLingui()
  const { id } = webhook
  const { failed } = useLogWords()
  const answerOf = useAnswer()
  const list = useLog({
    address: deliveriesAddress,
    ask: ({ state }, after) => q(webhooks.deliveries, { params: { id }, query: { state, after } }),
    failed,
  })
  const open = (row: Delivery) => (
    <Anchor component="button" type="button" data-opens size="sm" onClick={() => list.set({ open: row.id })}>
      {row.event_type}
    </Anchor>
  )
  const quiet = (row: Delivery) => (
    <>
      <InstantText value={row.at} /> · {answerOf(row)}
    </>
  )
  useFollow(list.rows?.some(isUnderWay) ?? false, list)
  const opened = list.search.open
  const columns = useDeliveryColumns(open)
  return (
    <ListPage
      title={hostOf(webhook)}
      label={t`Deliveries`}
      crumbs={crumbs}
      actions={<WebhookActs webhook={webhook} />}
      list={list}
      about={<WebhookFacts webhook={webhook} />}
      filters={[
        {
          ...{ name: 'state', label: t`State`, kind: 'choice', all: t`All` },
          options: DELIVERY_WORDS.map(({ value, word }) => ({ value, label: i18n._(word) })),
        },
      ]}
      columns={columns}
      keyOf={(row) => row.id}
      onRow={(row) => list.set({ open: row.id })}
      isOpen={(row) => row.id === list.search.open}
      card={(row) => (
        <RowCard head={open(row)} aside={<DeliveryState state={row.state} />} quiet={quiet(row)} />
      )}
      empty={<EmptyState title={t`Nothing has been sent yet.`}>{t`Send a test event to try it.`}</EmptyState>}
      nothing_found={t`No event matches this filter.`}
    >
      {opened && list.rows && (
        <OpenDelivery
          key={opened}
          id={opened}
          webhook_id={id}
          row={list.rows.find((row) => row.id === opened)}
          onClose={() => list.set({ open: undefined })}
        />
      )}
    </ListPage>
  )
}

/** Nothing has come of a first try yet, be it to come or under way, which takes a moment. */
const isUnderWay = ({ state, status_code, fault }: Delivery) =>
  state === 'waiting' && status_code === null && fault === ''

/** Each look is told as a call of administration, so there are few: what takes longer is the person's to look at. */
const LOOK_AFTER_MS = [2_000, 4_000, 8_000, 16_000, 32_000]

/** Looks a few times while something is under way, and anew after what the person did. */
const useFollow = (under_way: boolean, { own, retry }: Pick<LogRows<Delivery>, 'own' | 'retry'>) => {
  const [looks, setLooks] = useState(0)
  const after_ms = under_way ? LOOK_AFTER_MS[looks] : undefined
  const look = () => {
    setLooks(looks + 1)
    retry()
  }
  const { start, clear } = useTimeout(look, after_ms ?? 0)
  useEffect(() => {
    if (own) setLooks(0)
  }, [own])
  useEffect(() => {
    if (after_ms !== undefined) start()
    return clear
  }, [after_ms, start, clear])
}
