import { own } from '#codes/own.ts'
import type { Finding } from '../reading/element.ts'
import { STEPS, type StepFindings, type StepName } from '../world/records.ts'

/** Names and wrapper codes as recorded from the real service; Malay where it is known. */
const TITLES: Record<StepName, { number: string; code: string; title: string; malay: string }> = {
  duplicate: {
    number: 'Step03',
    code: 'Error03',
    title: 'Duplicated Submission Validator',
    malay: 'Pengesah Penyerahan Berganda',
  },
  code: { number: 'Step04', code: 'Error04', title: 'Code Field Validator', malay: 'Pengesah Medan Kod' },
  taxpayer: {
    number: 'Step05',
    code: 'Error05',
    title: 'Taxpayer Profile Validator',
    malay: 'Pengesah Profil Pembayar Cukai',
  },
  references: {
    number: 'Step06',
    code: 'Error06',
    title: 'Document References Validator',
    malay: 'Pengesah Rujukan Dokumen',
  },
  currency: {
    number: 'Step07',
    code: 'Error07',
    title: 'Document Currency Validator',
    malay: 'Pengesah Mata Wang Dokumen',
  },
  signature: {
    number: 'Step08',
    code: 'Error21',
    title: 'Document Signature Validator',
    malay: 'Pengesah Tandatangan Dokumen',
  },
}

/** The `validationSteps` of a document's details. */
export const printSteps = (steps: StepFindings): object[] =>
  STEPS.flatMap((name) => {
    const findings = steps[name]
    return findings ? printStep(name, findings) : []
  })

const printStep = (step: StepName, findings: Finding[]): object => {
  const { number, code, title, malay } = TITLES[step]
  const name = `${number}-${title}`
  if (findings.length === 0) return { name, status: 'Valid', error: null }
  const error = {
    propertyName: null,
    propertyPath: null,
    errorCode: code,
    error: `${number}-Invalid ${title}`,
    errorMs: `${number}-${malay} Tidak Sah`,
    innerError: findings.map(printInner),
  }
  return { name, status: 'Invalid', error }
}

const printInner = ({ code, message, path }: Finding): object => ({
  propertyName: own(PROPERTY_NAMES, code) ?? path.slice(path.lastIndexOf('.') + 1),
  propertyPath: code.startsWith('DS') ? path : `document.${path}`,
  errorCode: code,
  error: message,
  errorMs: message,
  innerError: null,
})

const PROPERTY_NAMES = { ERR406: 'CustomerTin', ERR236: 'CustomerTin' }
