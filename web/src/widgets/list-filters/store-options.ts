type Store = { code: string; name: string }

/** Departments to choose from by their code; companies may have one of the same code each, which are one choice. */
export const storeOptions = (stores: readonly Store[]) =>
  [...Map.groupBy(stores, ({ code }) => code)].map(([code, alike]) => {
    const names = [...new Set(alike.map(({ name }) => name).filter((name) => name !== ''))]
    return { value: code, label: names.length > 0 ? `${code} ${names.join(', ')}` : code }
  })
