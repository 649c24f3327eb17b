import { told } from '../i18n.ts'

/** A column of a file that is taken otherwise than it is written, and why. */
type Change = { field: string; why: string }

/** Changes by their reasons, each once with its columns: of many rows one tells enough. Empty where nothing changed. */
export const writtenOtherwise = (
  changes: readonly Change[],
  { words, nameOf = (field) => field }: { words: string; nameOf?: (field: string) => string },
): string[] => {
  const kinds = [...Map.groupBy(changes, ({ why }) => why)].map(
    ([why, alike]) => `${[...new Set(alike.map(({ field }) => nameOf(field)))].join(', ')} (${told(why)})`,
  )
  return kinds.length > 0 ? [`${words}: ${kinds.join('; ')}.`] : []
}
