/** `bytes`: the signed document, exactly as it is stored; `document_hash`: their SHA-256 in hexadecimal. */
export type OutgoingDocument = { code_number: string; bytes: Buffer; document_hash: string }

/**
 * The body of Submit Documents, as bytes: written by JSON.stringify it would be searched for signs to escape, of which
 * base64 has none, and that is most of it.
 */
export const submissionOf = (documents: readonly OutgoingDocument[]): Buffer<ArrayBuffer> => {
  const pieces = documents.flatMap(({ bytes, document_hash, code_number }, at) => [
    at === 0 ? '{"format":"XML","document":"' : ',{"format":"XML","document":"',
    bytes.toString('base64'),
    `","documentHash":${JSON.stringify(document_hash)},"codeNumber":${JSON.stringify(code_number)}}`,
  ])
  return written(['{"documents":[', ...pieces, ']}'])
}

/** Each text is written where it belongs at once: a hundred documents are more than a megabyte. */
const written = (texts: readonly string[]): Buffer<ArrayBuffer> => {
  const body = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  texts.reduce((at, text) => at + body.write(text, at), 0)
  return body
}
