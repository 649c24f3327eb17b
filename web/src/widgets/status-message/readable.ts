import { t } from '@lingui/core/macro'
import type { Status } from '#domain/documents/lifecycle.ts'
import { spoken, told } from '../../i18n.ts'

type Told = { status: Status; status_message: string }

/** One reason of a refusal as a person reads it, and the form's field that it is about. */
export type ReadableLine = { field: string | undefined; words: string }

/** A message line by line: those of a refusal begin with the form's field; what a person wrote stays whole. */
export const readableLines = ({ status, status_message }: Told): ReadableLine[] =>
  status === 'Invalid' || status === 'Submission Failed'
    ? status_message.split('\n').map(readLine)
    : [{ field: undefined, words: told(status_message) }]

export const readable = (told: Told): string =>
  readableLines(told)
    .map(({ words }) => words)
    .join('\n')

const THEIRS = 'The authority says: '
const QUOTED = / (?=(?:The authority says|Pihak berkuasa menyatakan|Bahasa Malaysia): )/

/** The language of words that are not of the one which the screen speaks: the authority's, where it has no Malay. */
export const langOf = (words: string): 'en' | undefined =>
  spoken() !== 'en' && words.startsWith(THEIRS) ? 'en' : undefined

/** What a reason says in our words, or at least in English, and what it quotes of the authority behind that. */
export const splitQuoted = (words: string): { said: string; quoted: string } => {
  const [said = '', ...quoted] = words.split(QUOTED)
  return { said, quoted: quoted.join(' ') }
}

/** The same in the language of the screens: in Malay the authority's own Malay stands in place of its English. */
const toldQuoted = (words: string): string => {
  const { said, quoted } = splitQuoted(words)
  if (spoken() === 'en') return words
  const [theirs = '', malay] = quoted.split(/(?:^| )Bahasa Malaysia: /)
  const ours = said.startsWith(THEIRS) ? (malay ? '' : said) : told(said)
  return [ours, malay ? t`The authority says: ${malay}` : theirs].filter(Boolean).join(' ')
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
  const words = toldQuoted(line.replace(FIELD, ''))
  const position = LINE.exec(field ?? '')?.[1]
  if (position === undefined) return { field, words }
  const number = Number(position) + 1
  return { field, words: t`Line ${number}: ${words}` }
}
