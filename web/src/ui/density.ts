export type Density = 'comfortable' | 'compact'

/** Where this browser keeps it; `public/scheme.js` reads it before the first paint. */
const KEY = 'density'

/** How high the rows of tables are: one attribute of the root, which the table's style reads. */
export const readDensity = (): Density =>
  document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'

/** Shows and keeps another density. */
export const chooseDensity = (density: Density) => {
  document.documentElement.dataset.density = density
  localStorage.setItem(KEY, density)
}
