/** A number of things, with separators. */
export const count = (number: number): string => number.toLocaleString('en')

/** A size in the unit in which people say it. */
export const fileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
