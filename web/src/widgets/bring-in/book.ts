import type { ReactNode } from 'react'
import type { customers } from '#contract/customers.ts'
import type { Output } from '#contract/endpoint.ts'
import { BOOK_ROWS_MAX } from '#contract/imports/books.ts'
import type { items } from '#contract/items.ts'

/** What of a company's a file brings in: its fields, and the words of its own for what all of them do alike. */
export type Book = {
  endpoint: typeof customers.import | typeof items.import
  /** How the names of its files begin. */
  file: string
  /** What stands above each field in a file, in their order, and one row as an example. */
  headings: Readonly<Record<string, string>>
  sample: Readonly<Record<string, string>>
  words: {
    title: string
    about: ReactNode
    canBeAdded: (count: number) => string
    add: (count: number) => string
    wereAdded: (count: number) => string
    there: string
  }
  /** What the form calls a field; a column without a heading is named by its letter. */
  labelOf: (field: string) => string
  /** What is told of one that is there already: the field, its heading, and how it is written. The first names it. */
  there: readonly { field: string; header: string; write?: (value: string) => string }[]
}

export type BookAnswer = Output<Book['endpoint']>

/** As people read it. */
export const ROWS_MAX = BOOK_ROWS_MAX.toLocaleString('en')
