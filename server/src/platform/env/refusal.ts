import { StartError } from './start-error.ts'

/** The settings that a failed start may be about. */
type Settings = { data_dir: string; database_url: string | undefined; host: string; port: number }

/**
 * Why a start failed, as one line for the operator without stack or secret; undefined when it is a fault of ours.
 */
export const startRefusal = (error: unknown, env: Settings | undefined): string | undefined => {
  const thrown = causesOf(error)
  const told = thrown.find((one) => one instanceof StartError)
  if (told || !env) return told?.message
  for (const one of thrown) {
    const sentence = ofListening(one, env) ?? ofDataDir(one, env) ?? ofDatabase(one, env)
    if (sentence !== undefined) return sentence
  }
  return undefined
}

type Thrown = Error & { code?: string; syscall?: string; path?: string }

/** The error, what caused it, and so on; of several at once (a name with several addresses) the first. */
const causesOf = (error: unknown): Thrown[] => {
  if (!(error instanceof Error)) return []
  const first = error instanceof AggregateError ? error.errors[0] : undefined
  return [error, ...causesOf(first), ...causesOf(error.cause)]
}

const ofListening = ({ code, syscall }: Thrown, { host, port }: Settings): string | undefined => {
  if (syscall !== 'listen' && !(syscall === 'getaddrinfo' && host !== '')) return undefined
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} is in use. Choose another with PORT.`
    case 'EACCES':
      return `PORT ${port} is kept for the system. Choose one above 1023 with PORT.`
    case 'EADDRNOTAVAIL':
      return `HOST ${host} is no address of this machine. Choose one of its own, or 0.0.0.0 for all.`
    default:
      return undefined
  }
}

const ofDataDir = ({ code = '', path }: Thrown, { data_dir }: Settings): string | undefined => {
  if (path === undefined || !(path.startsWith(data_dir) || data_dir.startsWith(path))) return undefined
  if (['ENOTDIR', 'EEXIST', 'EISDIR'].includes(code)) {
    return `DATA_DIR is ${data_dir}, which is a file or lies below one. Choose a folder.`
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return (
      `DATA_DIR is ${data_dir}, which this user may not write. Give it to the user who starts Lulus, ` +
      'or choose another folder with DATA_DIR.'
    )
  }
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return `DATA_DIR is ${data_dir}, whose disk is full. Make room there.`
  return code === 'ENOENT'
    ? `DATA_DIR is ${data_dir}, which cannot be made. Choose another folder.`
    : undefined
}

const ofDatabase = ({ code = '', syscall, message }: Thrown, { database_url }: Settings) => {
  if (database_url === undefined) return undefined
  const { hostname, host, pathname, searchParams } = new URL(database_url)
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return `DATABASE_URL names the host ${hostname}, which cannot be found. Correct the address.`
  }
  if (syscall === 'connect') {
    const place = searchParams.get('host') ?? host
    return `DATABASE_URL: nothing answers at ${place}. Start PostgreSQL there, or correct the address.`
  }
  if (code === '3D000') {
    const name = decodeURIComponent(pathname.slice(1))
    return `DATABASE_URL names the database ${name}, which does not exist. Create it, or correct the name.`
  }
  if (code.startsWith('28')) {
    return 'DATABASE_URL names a user or a password that PostgreSQL refuses. Correct them.'
  }
  return isDatabaseAway(code, message)
    ? `DATABASE_URL: PostgreSQL at ${host} cannot be used (${message}). Wait for it, or correct the address.`
    : undefined
}

/** What the server or the connection to it says of itself. */
const isDatabaseAway = (code: string, message: string) =>
  /^(?:08|53|57P|58|25006|42501)/.test(code) || /connection|connect|timeout|packet/i.test(message)
