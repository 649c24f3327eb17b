import { t } from '@lingui/core/macro'
import type { Status } from '#domain/documents/lifecycle.ts'

type Told = { status: Status; status_message: string }

/** Lines of a refusal begin with the form's field, which says little to a reader; what a person wrote stays. */
export const readable = ({ status, status_message }: Told): string =>
  status === 'Invalid' || status === 'Submission Failed'
    ? status_message.split('\n').map(withoutField).join('\n')
    : status_message

/** The lines of a refusal that name no field of the form. */
export const withoutFields = ({ status_message }: Told, fields: readonly string[]): string =>
  status_message
    .split('\n')
    .filter((line) => !fields.some((field) => line.startsWith(`${field}: `)))
    .join('\n')

const LINE = /^items\.(\d{1,4})(?:\.[a-z_]{1,40})?: /
const FIELD = /^[a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,2}: /

const withoutField = (line: string): string => {
  const position = LINE.exec(line)?.[1]
  const words = line.replace(FIELD, '')
  if (position === undefined) return words
  const number = Number(position) + 1
  return t`Line ${number}: ${words}`
}
