import { choice, readAddress, text } from '../../ui/address/read-address.ts'

/** What decides what is seen of an upload: `step` goes back to its columns, the others choose its rows. */
export const readImport = readAddress({
  step: choice(['columns']),
  show: choice(['all', 'good', 'bad', 'warned']),
  problem: text,
  columns: choice(['all']),
})
