/** Ends of sentences that many codes share. */
const REPORT = 'This is a fault of the program; please report it to support.'
const CERTIFICATE = 'An administrator can install the certificate of this company.'
const EITHERS =
  'An administrator can install that of this company, or of the intermediary whose credentials act for it.'
const RENEW = 'An administrator can install a valid certificate.'

/**
 * What the authority's codes mean and what to do, in English. Keyed by the code, so that another language is
 * another such list. Codes and meanings: codes/src/error-codes.json.
 */
export const ENGLISH: Readonly<Record<string, string>> = {
  // The submission as a whole.
  BadStructure: `The authority could not read the submission. ${REPORT}`,
  MaximumSizeExceeded: 'The document is too large for the authority. Split it into several documents.',
  'HTTP 413':
    'The document is too large for the authority, or for a firewall or proxy before it. Split it into several ' +
    'documents, or ask an administrator.',
  IncorrectSubmitter:
    'The credentials may not issue documents for this company. An administrator can check them, and the ' +
    'intermediary’s permission on the LHDN portal.',
  DuplicateSubmission:
    'The authority received the very same submission in the last 10 minutes. Wait, then fetch updates.',
  ValidationError: 'The authority refused the submission as a whole.',
  'submission:json': `The authority could not read the submission as JSON. ${REPORT}`,
  'submission:structure': `The authority could not make out how the submission is built. ${REPORT}`,
  'submission:tin':
    'The document is another company’s than the credentials. An administrator can check the credentials of this ' +
    'company.',
  'structure:order': `The authority expects the document in another form. ${REPORT}`,
  'structure:extra': `The document holds a part that its version does not take. ${REPORT}`,
  'structure:value':
    'A value is missing, or has a form or length that the authority does not take. Correct it.',
  'structure:date': 'A date is missing or has the wrong form. Enter it, or leave the whole period empty.',
  'structure:time': `A time has the wrong form. ${REPORT}`,

  // Core fields.
  CF321: 'The issue time lies in the future or more than 72 hours back. Send the document again.',
  CF324:
    'The identity number is no valid NRIC. Enter its 12 digits without hyphens; for a passport or a company’s number ' +
    'select that identity type.',
  CF333: 'The buyer’s name is missing or invalid. Enter it, with at most 300 characters.',
  CF334: 'The supplier’s name is missing or invalid. Enter it, with at most 300 characters.',
  CF336: 'The supplier’s country is missing. Select it.',
  CF337: 'The buyer’s country is missing. Select it.',
  CF339: 'The supplier’s city is missing or has over 50 characters.',
  CF340: 'The buyer’s city is missing or has over 50 characters.',
  CF342: 'The supplier’s state is missing. Select it.',
  CF343: 'The buyer’s state is missing. Select it.',
  CF345: 'The supplier’s address line 1 is missing, or a line has over 150 characters.',
  CF346: 'The buyer’s address line 1 is missing, or a line has over 150 characters.',
  CF348: 'The supplier’s phone number is missing. Enter it, or NA.',
  CF349: 'The buyer’s phone number is missing. Enter it, or NA.',
  CF358: 'The buyer’s TIN is invalid. Check it with the buyer.',
  CF364: 'A line has no classification. Select one on every line.',
  CF366: 'A phone number needs 8 to 20 characters.',
  CF378: 'The currency is missing. Select it.',
  CF403: 'An e-mail address is invalid. Enter one address, or leave it empty.',
  CF407:
    'The tourism tax number has the wrong form: up to 17 letters, digits and dashes. Without one, leave it empty.',
  CF410: 'A phone number or e-mail address is invalid. Check those of both companies.',
  CF414: 'The supplier’s phone number is invalid; it needs at least 8 digits.',
  CF415: 'The buyer’s phone number is invalid; it needs at least 8 digits.',
  CF417: 'The Incoterms have more than 3 characters.',
  CF701: 'The supplier’s business description is missing. Enter it, or NA.',

  // Codes.
  CV302: 'A code is not in the authority’s list. Select another one.',
  CV316: 'State codes 01 to 16 go with the country Malaysia only. Select state 17 or another country.',
  CV317: 'State 17 is only for consolidated documents and foreign addresses. Select the state.',
  'code:inactive': 'A code is no longer in use. Select another one.',

  // Taxpayers.
  ERR205:
    'The TIN and the identity number do not go together. Check both; NA is taken with a general TIN only, in ' +
    'consolidated documents.',
  ERR206: 'The identity number does not belong to the TIN. Check both with the other party.',
  ERR208: 'The TIN EI00000000020 is for foreign buyers, not for suppliers.',
  ERR236:
    'The general TIN EI00000000010 without a number is only for consolidated documents (classification 004). ' +
    'Enter the buyer’s identity number.',
  ERR237: 'The general TIN EI00000000010 goes with an NRIC only. Enter the buyer’s own TIN.',
  ERR245: 'The general TIN and the identity do not go together. Enter the buyer’s own TIN, or a valid NRIC.',
  ERR406: 'The buyer’s TIN is not known to the authority. Check it with the buyer.',
  'taxpayer:general':
    'The general TIN EI00000000010 is not for a document to one buyer. Enter the buyer’s own TIN.',

  // The document that a note corrects.
  DR301: 'The authority knows no such original document. Check its LHDN UUID.',
  DR303:
    'The original document is not valid at LHDN: not judged yet, invalid or cancelled. Once it is valid, this note ' +
    'can be sent again.',
  DR304: 'The original document is for another party. Check its LHDN UUID.',
  DR305: 'The original document has another number. Check number and LHDN UUID.',
  DR306: 'Self-billed notes correct self-billed documents only, other notes only others.',
  DR308:
    'The buyer of this note is not the buyer of the original document. Check the LHDN UUID, and the buyer’s TIN.',
  DR3xx: 'The original document does not fit this note. Check its number, its LHDN UUID and both parties.',

  // Currency.
  DC501: `A tax amount is not in the tax currency. ${REPORT}`,
  DC502: `An amount is not in the document’s currency. ${REPORT}`,
  DC511:
    'The exchange rate is missing, or does not lead to ringgit (MYR). Enter how many ringgit one unit of the ' +
    'currency is worth.',
  DC512: 'The currencies of the exchange rate are wrong. Check currency and rate.',

  // Duplicates.
  DV302:
    'The authority holds another document with this number and issue time. Look for it before you send anything again.',

  // Signature: the certificate.
  DS304: `The signing certificate was not valid at the time of signing. ${RENEW}`,
  DS305: `The signing certificate is not valid, or was revoked. ${RENEW}`,
  DS306: `The signing certificate names no registration number. ${CERTIFICATE}`,
  DS307: `The signing certificate names no TIN. ${CERTIFICATE}`,
  DS308: `The signing certificate is an organisation’s, which this channel does not take. ${CERTIFICATE}`,
  DS309: `The signing certificate is a person’s; documents need that of the company. ${CERTIFICATE}`,
  DS310: `The signing certificate belongs to another user. ${CERTIFICATE}`,
  DS311: `The signing certificate belongs to another TIN. ${EITHERS}`,
  DS312: `The signing certificate belongs to another registration number. ${EITHERS}`,
  DS329: `The authority does not trust the issuer of the signing certificate. ${RENEW}`,
  DS330: `The authority does not know the TIN in the signing certificate. ${CERTIFICATE}`,
  DS337: `The registration number in the signing certificate cannot be read. ${CERTIFICATE}`,
  DS338: `The TIN in the signing certificate cannot be read. ${CERTIFICATE}`,

  // Signature: how it was made.
  DS300: `The authority could not read the document to verify its signature. ${REPORT}`,
  DS301: `The document carries no signature. ${REPORT}`,
  DS302: `The document does not carry exactly one signature. ${REPORT}`,
  DS303: `The signature states no signing time. ${REPORT}`,
  DS313: `The digest of the certificate was made in another way than SHA-256. ${REPORT}`,
  DS314: `The digest of the document was made in another way than SHA-256. ${REPORT}`,
  DS315: `The digest of the signed properties was made in another way than SHA-256. ${REPORT}`,
  DS316: `The signature was made in another way than RSA with SHA-256. ${REPORT}`,
  DS317: `The signature lacks the digest of the certificate. ${REPORT}`,
  DS318: `The authority computed another digest of the certificate. ${REPORT}`,
  DS319: `The signature lacks the digest of the signed properties. ${REPORT}`,
  DS320: `The authority computed another digest of the signed properties. ${REPORT}`,
  DS321: `The signature lacks the digest of the document. ${REPORT}`,
  DS322: `The authority computed another digest of the document. ${REPORT}`,
  DS323: `The document names its method of signing wrongly. ${REPORT}`,
  DS324: `The signature does not name the issuer of the certificate. ${REPORT}`,
  DS325: `The signature does not state the serial number of the certificate. ${REPORT}`,
  DS326: `The signature names another issuer than the certificate. ${REPORT}`,
  DS327: `The serial number of the certificate cannot be read in the signature. ${REPORT}`,
  DS328: `The signature states another serial number than the certificate. ${REPORT}`,
  DS331: `The authority could not read the signed document. ${REPORT}`,
  DS332: `The signature has no value. ${REPORT}`,
  DS333: `The authority could not verify the signature. ${REPORT}`,
  DS334: `The certificate does not verify the signature. ${REPORT}`,
  DS335: `The authority’s check of the signature failed. ${REPORT}`,
  DS336: `The signing time has the wrong form. ${REPORT}`,

  // Cancelling.
  OperationPeriodOver:
    'The 72 hours for cancelling are over. Correct the document with a credit, debit or refund note.',
  IncorrectState: 'The document is no longer in a state that can be cancelled.',
  ActiveReferencingDocuments: 'A note refers to this document. Cancel the note first.',
  AccessDenied: 'The authority does not let these credentials change the document.',
  Forbidden: 'The credentials may not do this. An administrator can check them.',

  // Signing in.
  invalid_client:
    'The client id or secret is wrong, or the secret has expired: after three years at most. An administrator can ' +
    'enter a new one.',

  // Any call.
  BadRequest: `The authority did not understand the call. ${REPORT}`,
  BadArgument: `The authority did not take a value of the call. ${REPORT}`,
  Unauthorized: 'The authority did not take the credentials. An administrator can check them.',
  NotFound: 'The authority does not know this document. Newly sent documents may take a while to appear.',
  TooManyRequests: 'The authority asks to slow down. Try again in a minute.',
  InternalServerError: 'The authority has trouble of its own. Try again later.',
  NotImplemented: `The authority does not offer this call. ${REPORT}`,
  ServiceUnavailable: 'The authority is not available now. Try again later.',
}
