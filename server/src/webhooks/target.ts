/** What the audit log tells of a webhook. */
export const TOLD = ['url', 'description', 'events', 'is_active'] as const

/** A webhook as the audit log names it: by the host that it calls. */
export const targetOf = (hook: { id: string; url: string; sender_entity_id: string }) => ({
  kind: 'webhook' as const,
  id: hook.id,
  name: new URL(hook.url).host,
  sender_entity_id: hook.sender_entity_id,
})
