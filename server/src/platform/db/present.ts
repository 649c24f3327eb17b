/** The fields that a patch names, with what they are to be. */
export type Present<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined> }

export const present = <T extends object>(given: T): Present<T> =>
  // Exactly the fields that are there.
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>
