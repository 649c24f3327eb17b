import { sha256Hex } from '../platform/crypto/digest.ts'

/** What may be changed of a webhook, and is told by the audit log beside its owner, who is whoever changed it last. */
export const TOLD = ['url', 'description', 'events', 'is_active'] as const

const FINGERPRINT_CHARS = 16

/**
 * A webhook as the audit log tells of it, for good: of its address only where it leads, since many receivers know their
 * callers by a secret in the rest, and by which that rest is known from another.
 */
export const toldOf = <T extends { url: string }>(hook: T): T => {
  const { origin, pathname, search } = new URL(hook.url)
  const rest = `${pathname}${search}`
  const url = rest === '/' ? origin : `${origin}, ${sha256Hex(rest).slice(0, FINGERPRINT_CHARS)}`
  return { ...hook, url }
}

/** A webhook as the audit log names it: by the host that it calls. */
export const targetOf = (hook: { id: string; url: string; sender_entity_id: string }) => ({
  kind: 'webhook' as const,
  id: hook.id,
  name: new URL(hook.url).host,
  sender_entity_id: hook.sender_entity_id,
})
