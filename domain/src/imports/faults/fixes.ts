import { CELL_CHARS_MAX, readCell, type Writing } from '../cells.ts'
import { type Column, columnHeaded } from '../columns.ts'
import { REPAIRS, type Repair } from './repairs.ts'

/** A repair of the same fault in many cells, by its name, and what it does in words. */
export type Fix = { kind: string; label: string }

const BY_KIND: ReadonlyMap<string, Repair> = new Map(REPAIRS.map((repair) => [repair.kind, repair]))

/**
 * The repairs that help against a problem of a column, the one that repairs most of `cells` first: some of the cells
 * that have it, in a file that is written so. What must be told by a person has none.
 */
export const fixesFor = (
  heading: string,
  cells: readonly string[],
  { semicolons = false }: Writing = {},
): Fix[] =>
  REPAIRS.filter((repair) => semicolons || !repair.semicolons)
    .map(({ kind, label }) => ({
      kind,
      label,
      repaired: cells.filter((cell) => isRepaired(kind, heading, cell)).length,
    }))
    .filter(({ repaired }) => repaired > 0)
    .sort((a, b) => b.repaired - a.repaired)
    .map(({ kind, label }) => ({ kind, label }))

/** What a repair does, in words. */
export const labelOfRepair = (kind: string): string => BY_KIND.get(kind)?.label ?? kind

const isRepaired = (kind: string, heading: string, cell: string) =>
  repairCell({ kind, heading, cell }) !== undefined

/**
 * A cell of a column repaired; undefined where this repair does not help. Only for cells that are at fault: elsewhere
 * a text may be meant as it stands.
 */
export const repairCell = ({
  kind,
  heading,
  cell,
}: {
  kind: string
  heading: string
  cell: string
}): string | undefined => {
  const [repair, column] = [BY_KIND.get(kind), columnHeaded(heading)]
  if (!repair || !column || !concerns(repair, column, heading)) return undefined
  const text = cell.trim()
  // A file has cells that no field takes, many times as long: none of them becomes right by a repair.
  if (text.length > CELL_CHARS_MAX) return undefined
  const written = repair.write(text, heading)
  return written !== undefined && written !== text && 'value' in readCell(column, written)
    ? written
    : undefined
}

const concerns = ({ kinds, headings }: Repair, { kind }: Column, heading: string) =>
  (!kinds || kinds.includes(kind)) && (!headings || headings.includes(heading))
