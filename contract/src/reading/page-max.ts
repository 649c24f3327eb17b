/** The last page of a list that can be asked for: with 200 rows each as far as two thousand million. */
export const PAGE_MAX = 10_000_000
