import type { ReactNode } from 'react'

type Option = { value: string; label: string }

/** One filter of a list: its name in the address, what it is called, and how it is given. */
export type FilterField<Name extends string = string> = {
  name: Name
  label: string
  /** Asked for now and then: behind More, unless it holds. */
  rare?: true
} & (
  | { kind: 'text' | 'date' }
  /** Holds or not; the address says `true`. */
  | { kind: 'flag' }
  /** One of these, or `all`, which the address does not say. `failed`: that they did not come. */
  | { kind: 'choice'; all: string; options: readonly Option[]; failed?: ReactNode }
  /** Any of these; the address joins their values by commas. `narrowed`: fewer, where another filter has chosen. */
  | {
      kind: 'choices'
      options: readonly Option[]
      narrowed?: { by: Name; to: (chosen: readonly string[]) => readonly Option[] } | undefined
      failed?: ReactNode
    }
)

/** Filters as the address holds them. */
export type FilterValues<Name extends string = string> = { [K in Name]?: string | undefined }
