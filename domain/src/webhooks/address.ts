export const URL_CHARS_MAX = 2_000

const WRONG = 'Please enter an address such as https://example.com/lulus.'

/** Why an address cannot be one of a webhook; undefined when it can. Where its host leads is judged at each try. */
export const addressFault = (text: string): string | undefined => {
  const url = text.length > URL_CHARS_MAX ? null : URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return WRONG
  if (url.username !== '' || url.password !== '') return 'Please enter the address without user and password.'
  return url.hash === '' ? undefined : 'Please enter the address without what follows #.'
}

/** Whether what is sent there can be read on the way. */
export const isUnencrypted = (address: string) => URL.parse(address)?.protocol === 'http:'

/** IPv6 addresses that belong to the whole Internet; all others are of one machine, one network, or nobody. */
export const GLOBAL_IPV6 = '2000::/3'

/**
 * Addresses within the Internet's ranges that are nobody's there, as IANA's registries of special-purpose addresses
 * list them (RFC 6890): private, loopback, link-local, shared by carriers, for benchmarks and documentation, multicast,
 * reserved, and those IPv6 addresses in which an IPv4 address may hide.
 */
export const CLOSED_NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo and other protocols, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
