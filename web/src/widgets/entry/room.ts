/** So many characters may be pasted into a field. What is too long the checks and the contract tell: nothing is cut. */
export const CHARS_TAKEN_MAX = 2_000
