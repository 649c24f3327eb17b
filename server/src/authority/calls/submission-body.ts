/** `bytes`: the signed document, exactly as it is stored; `document_hash`: their SHA-256 in hexadecimal. */
export type OutgoingDocument = { code_number: string; bytes: Buffer; document_hash: string }

/**
 * The body of Submit Documents, as bytes: written by JSON.stringify it would be searched for signs to escape, of which
 * base64 has none, and that is most of it.
 */
export const submissionOf = (documents: readonly OutgoingDocument[]): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from('{"documents":['),
    ...documents.flatMap(({ bytes, document_hash, code_number }, at) => [
      Buffer.from(at === 0 ? '{"format":"XML","document":"' : ',{"format":"XML","document":"'),
      Buffer.from(bytes.toString('base64'), 'latin1'),
      Buffer.from(
        `","documentHash":${JSON.stringify(document_hash)},"codeNumber":${JSON.stringify(code_number)}}`,
      ),
    ]),
    Buffer.from(']}'),
  ])
