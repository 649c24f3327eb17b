import { own } from '#codes/own.ts'
import { isInForce } from '../../checks/rules.ts'
import type { Finding } from '../../reading/element.ts'
import { type Shape, STEPS, type StepName, type StoredDocument } from '../../world/records.ts'
import { malayOf } from './malay.ts'
import { propertyPath } from './property-path.ts'

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

type Printing = { document: StoredDocument; shape: Shape }

/** The `validationSteps` of a document's details; none before its verdict. */
export const printSteps = (document: StoredDocument, shape: Shape): object[] =>
  STEPS.flatMap((name) => {
    const findings = document.steps?.[name]
    return findings ? printStep(name, findings, { document, shape }) : []
  })

const printStep = (step: StepName, findings: Finding[], printing: Printing): object => {
  const { number, code, title, malay } = TITLES[step]
  const name = `${number}-${title}`
  if (findings.length === 0)
    return { name, status: 'Valid', ...(printing.shape === 'documented' && { error: null }) }
  const spelled = printing.shape === 'recorded' ? 'errorMs' : 'errorMS'
  const error = {
    propertyName: null,
    propertyPath: null,
    errorCode: code,
    error: `${number}-Invalid ${title}`,
    [spelled]: `${number}-${malay} Tidak Sah`,
    innerError: findings.map((finding) => printInner(step, finding, printing)),
  }
  return { name, status: 'Invalid', error }
}

const printInner = (step: StepName, finding: Finding, { document, shape }: Printing): object => {
  const { code, message, path } = finding
  const name = own(PROPERTY_NAMES, code) ?? path.slice(path.lastIndexOf('.') + 1)
  const malay = malayOf(code)
  const role = / - (Buyer|Supplier)$/.exec(message)?.[1]
  const linked = shape === 'recorded' && isInForce('links', document.received_at)
  const link = `https://sdk.myinvois.hasil.gov.my/documentvalidationrules/${PAGES[step]}-validator-error/#${code}`
  return {
    propertyName: name,
    propertyPath: pathOf(step, path, { document, shape }),
    errorCode: code,
    error: linked ? `${message}. Please refer to ${link}` : message,
    errorMs: `${malay}${own(MALAY_ROLES, role ?? '') ?? ''}${linked ? `. Sila rujuk ${link}` : ''}`,
    innerError: null,
  }
}

/** Recorded as XPath or JSONPath in the code step; the taxpayer step names the document first. */
const pathOf = (step: StepName, path: string, { document, shape }: Printing): string => {
  if (step === 'signature') return path
  const plain = step === 'taxpayer' || step === 'duplicate' || shape === 'documented'
  return plain ? `document.${path}` : propertyPath(path, document.format)
}

const PROPERTY_NAMES = { ERR406: 'CustomerTin', ERR236: 'CustomerTin', ERR245: 'CustomerTin', CV317: 'State' }
const MALAY_ROLES = { Buyer: ' - Pembeli', Supplier: ' - Pembekal' }

/** The pages which explain the codes of each step. */
const PAGES: Record<StepName, string> = {
  duplicate: 'duplicate-document',
  code: 'code',
  taxpayer: 'taxpayer',
  references: 'referenced-documents',
  currency: 'currency',
  signature: 'signature',
}
