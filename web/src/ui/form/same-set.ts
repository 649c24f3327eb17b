/** Whether two lists hold the same, in whatever order; each holds a thing once. */
export const sameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))
