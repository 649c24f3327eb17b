/** Whether a file or folder is not there, of what reading it threw: any other error is one. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** For `.catch(…)`: what is not there is undefined. Throws any other error. */
export const undefinedIfAbsent = (error: unknown): undefined => {
  if (!isAbsent(error)) throw error
}

/** The same of a folder: one that is not there has nothing in it. */
export const noneIfAbsent = (error: unknown): never[] => {
  if (!isAbsent(error)) throw error
  return []
}
