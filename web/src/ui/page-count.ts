/** How many pages `count` rows fill; an empty list has one. */
export const pagesOf = (count: number, page_size: number) => Math.max(1, Math.ceil(count / page_size))

/** The number before "of {count}": rows up to the end of this page, and on the last page no more than there are. */
export const shownUpTo = (page: number, page_size: number, count: number) => Math.min(page * page_size, count)
