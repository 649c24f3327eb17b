/** The words of a mail that holds the fingerprint of an anchor. */
export const anchorWords = ({ file, sha256 }: { file: string; sha256: string }) => ({
  subject: `Lulus: anchor ${file}`,
  paragraphs: [
    `The anchor ${file} of the audit chain was written. This is its SHA-256.`,
    sha256,
    'Keep this mail. If the file has another SHA-256 one day, the anchors were exchanged.',
  ],
})
