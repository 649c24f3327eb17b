import { useNavigate, useSearch } from '@tanstack/react-router'

/** What the address of a screen says, and every way to change it. Parts that are undefined leave the address. */
export type SearchState<S extends object> = {
  search: S
  /** Changes a part; Back undoes it. */
  set(part: Partial<S>): void
  /** Changes a part without a step in the history. */
  replace(part: Partial<S>): void
  /** Changes what a list shows: from its first page on, and with no row open. */
  first(part: Partial<S>): void
  /** Forgets everything but this. */
  reset(part?: Partial<S>): void
}

/**
 * The address of the screen that stands here, by the reader of its route (`readAddress`). It is read once more, since
 * the router hands on, as raw text, every name that the reader does not know.
 */
export const useSearchState = <S extends object>(
  read: (search: Record<string, unknown>) => S,
): SearchState<S> => {
  const navigate = useNavigate()
  const search = read(useSearch({ strict: false }))
  const go = (next: object, replace = false) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  return {
    search,
    set: (part) => go({ ...search, ...part }),
    replace: (part) => go({ ...search, ...part }, true),
    first: (part) => go({ ...search, ...part, page: undefined, open: undefined }),
    reset: (part = {}) => go(part),
  }
}
