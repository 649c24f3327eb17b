/** The marks of the two demo companies, drawn for them; each a data: address as an entity keeps it. */
const asAddress = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg.trim()).toString('base64')}`

/** A summit over its reflection, in a round seal. */
export const KINABALU_LOGO = asAddress(`
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img"
 aria-label="Kinabalu Trading">
<circle cx="48" cy="48" r="46" fill="#0f4c5c"/>
<circle cx="66" cy="28" r="8" fill="#f2b84b"/>
<path d="M8 62 28 36l7 7 11-19 9 13 6-6 27 31z" fill="#ffffff"/>
<path d="M46 24l9 13-6 5-5-4-7 6-2-1z" fill="#b9d6dc"/>
<path d="M14 66h68M22 73h52M32 80h32" stroke="#7fb3bd" stroke-width="3" stroke-linecap="round"/>
</svg>`)

/** A fish between two waves of the strait. */
export const SELAT_LOGO = asAddress(`
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img"
 aria-label="Selat Foods">
<rect x="2" y="2" width="92" height="92" rx="22" fill="#b3392f"/>
<path d="M20 45c12-15 33-16 46-2l12-9c2 6 2 15 0 22l-12-9c-13 14-34 13-46-2z" fill="#fff7ea"/>
<circle cx="34" cy="42" r="3" fill="#b3392f"/>
<path d="M44 36c4 6 4 13 0 19" stroke="#b3392f" stroke-width="2.5" fill="none" stroke-linecap="round"/>
<path d="M14 25c8-6 15-6 23 0s15 6 23 0 15-6 22 0M14 72c8-6 15-6 23 0s15 6 23 0 15-6 22 0"
 stroke="#f3c98b" stroke-width="4" fill="none" stroke-linecap="round"/>
</svg>`)
