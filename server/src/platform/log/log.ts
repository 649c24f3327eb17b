import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRET_NAMES = [
  'authorization',
  'x-api-key',
  'cookie',
  'password',
  'new_password',
  'old_password',
  'token',
  'access_token',
  'secret',
  'client_secret',
  'secret_key',
  'private_key',
  'api_key',
  'key_pem',
  'database_url',
  'smtp_url',
  'connectionString',
]

/** The process log: one JSON line per event on stdout, secrets blanked at the top and two levels down. */
export const openLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_NAMES.flatMap(atThreeDepths), censor: '[hidden]' },
    },
    destination ?? standardOutput(),
  )

/** A terminal that is gone or a disk that is full loses lines of the log; it must not end the server. */
const standardOutput = () => pino.destination(1).on('error', () => {})

const atThreeDepths = (name: string) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]
