import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Delivery, Webhook } from '#contract/webhooks.ts'
import { told } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { DeliveryState, hostOf, WebhookState } from './look.tsx'
import classes from './webhooks.module.css'

export const useColumns = (): Column<Webhook>[] => {
  const { t } = useLingui()
  const eventsOf = useEvents()
  return [
    { key: 'url', header: t`Receiver`, cell: (row) => <WebhookLink webhook={row} />, unsorted: true },
    textColumn('description', t`Description`, 220),
    textColumn('sender_entity_name', t`Company`, 200),
    textColumn('api_key_name', t`API key`, 140),
    { key: 'events', header: t`Events`, cell: eventsOf, unsorted: true },
    textColumn('owner', t`Owner`, 140),
    { key: 'state', header: t`State`, cell: (row) => <WebhookState state={row.state} />, unsorted: true },
  ]
}

/** How many events a webhook wants. */
const useEvents = () => {
  const { t } = useLingui()
  return ({ events }: Webhook) => (events.length === 0 ? t`All` : t`${events.length} chosen`)
}

/** The way to what a webhook was told. */
export const WebhookLink = ({ webhook }: { webhook: Webhook }) => (
  <Link className={classes.host ?? ''} to={paths.webhook} params={{ id: webhook.id }}>
    {hostOf(webhook)}
  </Link>
)

export const useDeliveryColumns = (open: (row: Delivery) => ReactNode): Column<Delivery>[] => {
  const { t } = useLingui()
  const answerOf = useAnswer()
  return [
    { key: 'event_type', header: t`Event`, cell: open },
    { key: 'at', header: t`Written down`, cell: (row) => <InstantText value={row.at} /> },
    { key: 'state', header: t`State`, cell: (row) => <DeliveryState state={row.state} /> },
    { key: 'answer', header: t`Answer`, cell: answerOf, full: (row) => told(row.fault), width_max: 280 },
    { key: 'took_ms', header: t`Took`, cell: tookOf, align: 'right' },
    { key: 'tries', header: t`Tries`, cell: (row) => row.tries, align: 'right' },
    { key: 'next_try_at', header: t`Next try`, cell: (row) => <InstantText value={row.next_try_at} /> },
  ]
}

/** What came of the last try, in short. */
export const useAnswer = () => (row: Pick<Delivery, 'fault' | 'status_code'>) =>
  told(row.fault) || (row.status_code === null ? '–' : String(row.status_code))

export const tookOf = ({ took_ms }: Pick<Delivery, 'took_ms'>) => (took_ms === null ? '–' : `${took_ms} ms`)
