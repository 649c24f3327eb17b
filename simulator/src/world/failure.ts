/** The journal cannot be opened or written. The message is one sentence for the operator: which file, what to do. */
export class JournalFailure extends Error {}

/** The same from an error of the operating system; anything else is a fault of ours and comes back as it is. */
export const asJournalFailure = (error: unknown, doing: string): unknown => {
  if (!(error instanceof Error && 'code' in error)) return error
  const remedy = NO_SPACE.includes(String(error.code)) ? 'make space on its disk' : OTHERWISE
  return new JournalFailure(`The simulator cannot ${doing} (${error.message}): ${remedy}.`, { cause: error })
}

/** Disk full, quota used up, file larger than allowed. */
const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EFBIG']
const OTHERWISE = 'give it to the user who starts the simulator, or name another folder in SIMULATOR_DATA_DIR'
