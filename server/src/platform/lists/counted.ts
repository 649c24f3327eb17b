/** What is worked through is counted so far: one more or less than a thousand helps nobody, and counting on costs. */
export const COUNTED_MAX = 1_000

/** How a count is told that ends one above the limit. */
export const countedAs = (n: number) => ({ count: Math.min(n, COUNTED_MAX), more: n > COUNTED_MAX })
