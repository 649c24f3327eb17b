import type { ReactNode } from 'react'

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
  | { kind: 'choice'; all: string; options: readonly { value: string; label: string }[]; failed?: ReactNode }
  /** Any of these; the address joins their values by commas. */
  | { kind: 'choices'; options: readonly { value: string; label: string }[]; failed?: ReactNode }
)

/** Filters as the address holds them. */
export type FilterValues<Name extends string = string> = { [K in Name]?: string | undefined }
