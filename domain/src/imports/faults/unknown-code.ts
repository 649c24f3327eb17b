import { CLASSIFICATIONS, type CodeList, TAX_TYPES } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { toTaxType } from '../../shaping/codes.ts'
import { shortenText } from '../../text/cut.ts'
import { nearest } from '../../text/nearest.ts'
import { codeOfName } from './names.ts'

/** Texts and descriptions may be told so far. */
const CHARS_TOLD_MAX = 60

/** The lists of columns in which nothing but a code is taken, or a name that is understood as one. */
const LISTS: Readonly<Record<string, { list: CodeList; understood?: (text: string) => string }>> = {
  classification: { list: CLASSIFICATIONS },
  tax_type: { list: TAX_TYPES, understood: toTaxType },
}

/**
 * What is said of a text that is no code of its column's list, with the code that it may mean: by a name, or by a
 * description with slips. Digits are never a slip: another code is another thing. Undefined where it is a code, or the
 * column takes any text.
 */
export const unknownCode = (heading: string, text: string): string | undefined => {
  const { list, understood = (same: string) => same } = own(LISTS, heading) ?? {}
  if (!list || list.has(understood(text))) return undefined
  const code = codeOfName(heading, text) ?? codeDescribed(list, text)
  const told = shortenText(text, CHARS_TOLD_MAX)
  if (code === undefined) return `${told} is no code of LHDN’s list.`
  const description = shortenText(list.describe(code) ?? '', CHARS_TOLD_MAX)
  return `${told} is no code of LHDN’s list; did you mean ${code}, ${description}?`
}

const codeDescribed = ({ rows }: CodeList, text: string): string | undefined => {
  const meant = nearest(
    text,
    rows.map(({ description }) => description),
  )
  return rows.find(({ description }) => description === meant)?.code
}
