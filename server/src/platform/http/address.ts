import { isIP, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address that a request came from, in its shortest spelling: the peer itself or, as long as a trusted proxy
 * names the one before it, the last such hop. A hop that is no address ends the walk at the one before it, so that
 * nothing else is ever taken for an address. Of a peer that has already gone nothing is known: 0.0.0.0.
 */
export const addressOf = (request: Pick<FastifyRequest, 'ip' | 'ips'>): string => {
  const hops = request.ips ?? [request.ip]
  const wrong_at = hops.findIndex((hop) => isIP(hop) === 0)
  const last = (wrong_at < 0 ? hops : hops.slice(0, wrong_at)).at(-1)
  return last === undefined ? UNKNOWN : shortest(last)
}

const UNKNOWN = '0.0.0.0'

/** Without a zone, which means something on the peer's link only; IPv4 on an IPv6 socket is the same IPv4. */
const shortest = (address: string) => {
  if (isIP(address) === 4) return address
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=.*\.)/, '')
}

/**
 * The network which one subscriber commands: an IPv4 address by itself, of an IPv6 address the first 64 bits. `address`
 * is one of `addressOf`.
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [left = '', right] = address.split('::')
  const [head, tail] = [groupsOf(left), groupsOf(right ?? '')]
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '')
