/** Files that checks/sizes.ts tolerates. This list may only shrink. */
export const EXCEPTIONS: readonly string[] = []
