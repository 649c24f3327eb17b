/** Later than this after the page was opened, what was answered then may be old. */
const KEPT_MS_MAX = 10_000

/** What `public/scheme.js` asked for in this session, by its address. */
type Early = { early?: { token: string; answers: Map<string, Promise<Response>> } }

/** The answer that was asked for while the program was on its way; each is given once, and to nobody else. */
export const takeEarly = (address: string, token: string | null): Promise<Response> | undefined => {
  // Nothing else is called so in the window.
  const { early } = globalThis as Early
  const found = early?.token === token ? early?.answers.get(address) : undefined
  early?.answers.delete(address)
  return performance.now() < KEPT_MS_MAX ? found : undefined
}
