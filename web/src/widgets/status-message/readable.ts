import { t } from '@lingui/core/macro'
import type { Status } from '#domain/documents/lifecycle.ts'

type Told = { status: Status; status_message: string }

/** One reason of a refusal as a person reads it, and the form's field that it is about. */
export type ReadableLine = { field: string | undefined; words: string }

/** A message line by line: those of a refusal begin with the form's field; what a person wrote stays whole. */
export const readableLines = ({ status, status_message }: Told): ReadableLine[] =>
  status === 'Invalid' || status === 'Submission Failed'
    ? status_message.split('\n').map(readLine)
    : [{ field: undefined, words: status_message }]

export const readable = (told: Told): string =>
  readableLines(told)
    .map(({ words }) => words)
    .join('\n')

const QUOTED = / (?=(?:The authority says|Bahasa Malaysia): )/

/** What a reason says in our words, or at least in English, and what it quotes of the authority behind that. */
export const splitQuoted = (words: string): { said: string; quoted: string } => {
  const [said = '', ...quoted] = words.split(QUOTED)
  return { said, quoted: quoted.join(' ') }
}

/** The lines of a refusal that name no field of the form. */
export const withoutFields = ({ status_message }: Told, fields: readonly string[]): string =>
  status_message
    .split('\n')
    .filter((line) => !fields.some((field) => line.startsWith(`${field}: `)))
    .join('\n')

const FIELD = /^([a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}): /
const LINE = /^items\.(\d{1,4})(?:\.|$)/

const readLine = (line: string): ReadableLine => {
  const field = FIELD.exec(line)?.[1]
  const words = line.replace(FIELD, '')
  const position = LINE.exec(field ?? '')?.[1]
  if (position === undefined) return { field, words }
  const number = Number(position) + 1
  return { field, words: t`Line ${number}: ${words}` }
}
