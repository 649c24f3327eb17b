import { BlockList, isIP } from 'node:net'
import { CLOSED_NETWORKS, GLOBAL_IPV6 } from '#domain/webhooks/address.ts'

/** Where events may go: to public addresses, and to those that the operator has opened. */
export type Networks = {
  /** Whether this numeric address may be called. */
  allows(address: string): boolean
  /** Whether it is one of those that the operator has opened. */
  opens(address: string): boolean
  /** Whether the operator has opened any. */
  any_open: boolean
}

/** `open`: addresses and networks such as 10.0.0.7 and fd00::/8. */
export const networksOf = (open: readonly string[]): Networks => {
  const opened = listOf(open)
  const opens = (address: string) => isIn(opened, address)
  return { opens, allows: (address) => opens(address) || isPublic(address), any_open: open.length > 0 }
}

/** A zone means something on one link only, so an address with one is nobody's. */
const isIn = (list: BlockList, address: string) =>
  isIP(address) !== 0 && !address.includes('%') && list.check(address, familyOf(address))

const isPublic = (address: string) =>
  isIP(address) !== 0 && !isIn(closed, address) && (isIP(address) === 4 || isIn(global_ipv6, address))

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

const listOf = (networks: readonly string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const closed = listOf(CLOSED_NETWORKS)
const global_ipv6 = listOf([GLOBAL_IPV6])
