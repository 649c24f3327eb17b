import { isIP } from 'node:net'
import { invalidFields } from '#domain/problems.ts'
import { isUnencrypted } from '#domain/webhooks/address.ts'
import { networksOf } from './networks.ts'

/** What the operator has opened beside public addresses. */
export type Reach = { webhook_networks: readonly string[] }

/**
 * Refuses an address of which it is plain already that no try can arrive. Where a name leads is judged at each try,
 * since that may change. Throws invalid_fields.
 */
export const demandReachable = ({ webhook_networks }: Reach, { url }: { url: string }): void => {
  const networks = networksOf(webhook_networks)
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  const numeric = isIP(host) !== 0
  if (numeric && !networks.allows(host))
    throw invalidFields({
      url: ['Please enter a public address: this one is not opened by WEBHOOK_NETWORKS.'],
    })
  if (!isUnencrypted(url)) return
  if (numeric ? !networks.opens(host) : !networks.any_open)
    throw invalidFields({ url: ['Please enter an address that begins with https://.'] })
}
