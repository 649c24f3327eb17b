/** So many characters may be pasted into a field. What is too long for a document the checks tell: nothing is cut. */
export const CHARS_TAKEN_MAX = 2_000
