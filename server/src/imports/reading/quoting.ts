/** What a text is cut by: cells in quotation marks, and ends of lines outside of them. */
const QUOTED_OR_END = /"[^"]*(?:"|$)|\r\n?/g

/** A text of CSV with all its rows ended alike, whichever system wrote them; within quotation marks as it was. */
export const withEvenEnds = (text: string): string =>
  text.includes('\r') ? text.replaceAll(QUOTED_OR_END, (part) => (part.startsWith('"') ? part : '\n')) : text

/**
 * Where the first quotation mark stands that neither begins nor ends a cell, nor stands twice within one: what is a
 * cell there nobody can say. Undefined where there is none in the text, which has even ends and begins with a row.
 */
export const strayQuote = (text: string, delimiter: string): number | undefined => {
  const isEdge = (at: number) =>
    at < 0 || at >= text.length || text[at] === '\n' || text.startsWith(delimiter, at)
  let open = text.indexOf('"')
  while (open >= 0) {
    if (!isEdge(open - 1)) return open
    let close = text.indexOf('"', open + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0) return undefined
    if (!isEdge(close + 1)) return close
    open = text.indexOf('"', close + 1)
  }
  return undefined
}
