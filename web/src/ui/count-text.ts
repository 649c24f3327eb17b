/** "37", "1,000+": a count that ended at its limit says that there are more. */
export const countText = ({ count, more }: { count: number; more: boolean }): string =>
  `${count.toLocaleString('en')}${more ? '+' : ''}`
