import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '#contract/logs/audit-log.ts'
import { paths } from '../../paths.ts'

/** What was changed, and the way there where it has a screen. */
export const TargetLink = ({ event, words }: { event: AuditEvent; words: string }) => {
  const { target_kind, target_id: id, target_name: name } = event
  switch (target_kind) {
    case 'user':
      return (
        <Link to={paths.users} search={{ open: id }}>
          {words}
        </Link>
      )
    case 'entity':
      return (
        <Link to={paths.entity} params={{ id }}>
          {words}
        </Link>
      )
    case 'customer':
      return (
        <Link to={paths.customers} search={{ name }}>
          {words}
        </Link>
      )
    case 'item':
      return (
        <Link to={paths.items} search={{ search: name }}>
          {words}
        </Link>
      )
    case 'api_key':
      return (
        <Link to={paths.apiKeys} search={{ name }}>
          {words}
        </Link>
      )
    case 'webhook':
      return (
        <Link to={paths.webhook} params={{ id }}>
          {words}
        </Link>
      )
    case 'defect':
      return (
        <Link to={paths.support} search={{ open: id }}>
          {words}
        </Link>
      )
    case 'setting':
      return <Link to={paths.settings}>{words}</Link>
    case 'document':
      return (
        <Link to={paths.invoices} search={{ open: id }}>
          {words}
        </Link>
      )
    default:
      return words
  }
}
