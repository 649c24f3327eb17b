import type { Header } from '../documents/document.ts'

/** What a company chooses: 1.0 is unsigned, 1.1 is signed; the text stands inside the signed bytes. */
export const DOCUMENT_VERSIONS = ['1.0', '1.1'] as const
export type DocumentVersion = (typeof DOCUMENT_VERSIONS)[number]

/** The same structures, by which the authority tells a voluntary disclosure (`checks/disclosure.ts`). */
const OF_DISCLOSURES = { '1.0': '1.2', '1.1': '1.3' } as const

/** As it stands in the document. */
export type WrittenVersion = DocumentVersion | (typeof OF_DISCLOSURES)[DocumentVersion]

export const writtenVersion = (
  { voluntary_disclosure }: Pick<Header, 'voluntary_disclosure'>,
  version: DocumentVersion,
): WrittenVersion => (voluntary_disclosure ? OF_DISCLOSURES[version] : version)
