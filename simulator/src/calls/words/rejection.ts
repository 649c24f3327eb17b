import type { Entry } from '../../checks/entry.ts'
import { type Finding, STRUCTURE } from '../../reading/element.ts'
import type { Shape } from '../../world/records.ts'
import type { ErrorDetail } from '../wire/answer.ts'
import { nest } from './schema-text.ts'
import { standardError } from './shape.ts'

/** One of the `rejectedDocuments` of a submission: published as a standard error, recorded with five keys. */
export const printRejection = (entry: Entry, findings: Finding[], shape: Shape): object => ({
  invoiceCodeNumber: entry.code_number,
  error: shape === 'recorded' ? recorded(entry, findings) : documented(entry, findings),
})

const MESSAGE = 'Validation Error'
/** What the error of a document was recorded to carry whose JSON the schema refused; else it is null. */
const SCHEMA_CODE = '3'

const documented = (entry: Entry, findings: Finding[]): object =>
  standardError({
    code: 'ValidationError',
    message: MESSAGE,
    target: entry.code_number,
    details: findings.map(detailOf),
  })

const recorded = (entry: Entry, findings: Finding[]): object => {
  const { text, others } = nest(findings)
  const schema = text && { code: null, message: text, target: '[0]', propertyPath: '#/Invoice[0]' }
  const details = [...(schema ? [schema] : []), ...others.map(detailOf)]
  return {
    code: schema ? SCHEMA_CODE : null,
    message: MESSAGE,
    target: entry.code_number,
    propertyPath: null,
    details: details.map((one) => ({ ...one, details: null })),
  }
}

const detailOf = ({ code, message, path }: Finding): ErrorDetail => ({
  code: code === STRUCTURE ? null : code,
  message,
  target: path.slice(path.lastIndexOf('.') + 1),
  propertyPath: path,
})
