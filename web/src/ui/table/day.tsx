import { malaysianDate } from '#domain/time/dates.ts'
import { formatInstant } from '../../dates.ts'
import { DateText } from '../DateText.tsx'

/** Of a column: the Malaysian day of an instant (UTC), which takes half the room; all of it to whoever points at it. */
export const dayOf = <Row,>(instantOf: (row: Row) => string | null) => ({
  cell: (row: Row) => {
    const instant = instantOf(row)
    return <DateText value={instant && malaysianDate(new Date(instant))} />
  },
  full: (row: Row) => {
    const instant = instantOf(row)
    return instant ? formatInstant(new Date(instant)) : ''
  },
})
