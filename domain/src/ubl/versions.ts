/** 1.0 is unsigned, 1.1 is signed; the text stands inside the signed bytes. */
export const DOCUMENT_VERSIONS = ['1.0', '1.1'] as const
export type DocumentVersion = (typeof DOCUMENT_VERSIONS)[number]
