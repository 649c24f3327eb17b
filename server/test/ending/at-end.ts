const left: (() => unknown)[] = []
let is_heard = false

/**
 * Puts away what was opened when the tests of its file are over, the last first, wherever it was opened: Vitest's own
 * `afterAll`, called within a test or a hook, is never heard. Throws where nobody would do it.
 */
export const atEnd = (act: () => unknown): void => {
  if (!is_heard)
    throw new Error('ending/set-up.ts is not among the setupFiles of this room (vitest.config.ts).')
  left.push(act)
}

/** Does all of it, whatever fails; then throws what failed first. */
export const endAll = async (): Promise<void> => {
  const failed: unknown[] = []
  for (const act of left.splice(0).reverse())
    try {
      await act()
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
}

/** What is to be called after each file. */
export const heard = () => {
  is_heard = true
  return endAll
}
