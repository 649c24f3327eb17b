import { once } from 'node:events'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import { type ConnectionOptions, connect as openTls, type TLSSocket } from 'node:tls'
import { Client } from 'ldapts'

/** RFC 4511 §4.14. */
const START_TLS = '1.3.6.1.4.1.1466.20037'

export type Address = { url: string; ca: string | undefined }
export type Limits = {
  /** Until the connection is secured, ms. */
  connect_ms_max: number
  /** For all questions and answers after that, ms. */
  answers_ms_max: number
}

/**
 * Asks the directory on a connection of its own, which ends with the asking. Everything goes over TLS with a
 * certificate that is checked: ldap:// is upgraded by StartTLS before anything else is said. Throws what the
 * connection or the library throws.
 */
export const withDirectory = async <T>(
  address: Address,
  limits: Limits,
  ask: (client: Client) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController()
  const end = (what: string) => () => limit.abort(new Error(`The directory ${what} in time.`))
  const connecting = setTimeout(end('was not reached'), limits.connect_ms_max)
  let answering: NodeJS.Timeout | undefined
  const socket = dial(address.url, limit.signal)
  try {
    const secured = await secure(address, socket, limit.signal)
    clearTimeout(connecting)
    answering = setTimeout(end('did not answer'), limits.answers_ms_max)
    return await ask(clientOn(secured))
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error
  } finally {
    clearTimeout(connecting)
    clearTimeout(answering)
    socket.destroy()
  }
}

const dial = (url: string, signal: AbortSignal): Socket => {
  const { protocol, hostname, port } = new URL(url)
  const standard = protocol === 'ldaps:' ? 636 : 389
  const socket = openSocket({ host: hostOf(hostname), port: port === '' ? standard : Number(port), signal })
  // Whoever waits for the connection is told by its end; nobody else listens between two questions.
  return socket.on('error', () => {})
}

const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

const secure = async ({ url, ca }: Address, socket: Socket, signal: AbortSignal): Promise<TLSSocket> => {
  await once(socket, 'connect', { signal })
  const { protocol, hostname } = new URL(url)
  if (protocol === 'ldap:') await startTls(socket)
  const host = hostOf(hostname)
  const options: ConnectionOptions = { socket, host, ...(ca !== undefined && { ca }) }
  const secured = openTls(isIP(host) === 0 ? { ...options, servername: host } : options)
  secured.on('error', () => {})
  await once(secured, 'secureConnect', { signal })
  return secured
}

/**
 * The library would upgrade a client in place, which keeps what came before the upgrade and connects anew in the
 * clear when the connection ends. So one client agrees on the upgrade, and another begins afresh on the secured socket.
 */
const startTls = async (socket: Socket) => {
  await clientOn(socket).exop(START_TLS)
  socket.removeAllListeners('data')
  socket.removeAllListeners('end')
}

/** A client of this one connection: it never opens another. */
const clientOn = (socket: Socket): Client => {
  let given = false
  const createConnection = () => {
    if (given) throw new Error('The connection to the directory ended.')
    given = true
    return socket
  }
  return new Client({ url: 'ldap://connected', createConnection })
}
