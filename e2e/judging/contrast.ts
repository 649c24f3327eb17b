/** How far colours stand apart as the page computes them: WCAG 2.2 asks 4.5 of words, 3 of the edges of controls. */
import type { Page } from 'playwright-core'

/** Evaluated in the page. Colours are laid upon one another as the browser would, in whatever notation they come. */
const RATIO = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const behind = (node) => (node ? [...behind(node.parentElement), getComputedStyle(node).backgroundColor] : ['white'])
  const linear = (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (colours) => {
    for (const colour of colours) {
      pen.fillStyle = colour
      pen.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map(linear)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ratio = (colour, ground) => {
    const [dark, light] = [luminance(ground), luminance([...ground, colour])].toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
`

export type Measured = { what: string; ratio: number }

/** Each text within the first element of this selector, against what is behind it. */
export const measureWords = (page: Page, within: string) =>
  page.evaluate<Measured[]>(`(() => {
    ${RATIO}
    const texts = document.createTreeWalker(document.querySelector(${JSON.stringify(within)}), NodeFilter.SHOW_TEXT)
    const found = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: node, textContent: what } = text
      found.push({ what, ratio: ratio(getComputedStyle(node).color, behind(node)) })
    }
    return found
  })()`)

/** The edge of each field and box that can be used, and the track of each switch, against what is around it. */
export const measureEdges = (page: Page) =>
  page.evaluate<Measured[]>(`(() => {
    ${RATIO}
    return [...document.querySelectorAll('input:enabled, textarea:enabled, select:enabled')]
      .filter((field) => field.checkVisibility() && !field.checked)
      .map((field) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(field)
        const track = field.role === 'switch' || field.getAttribute('role') === 'switch'
        const edge = track ? getComputedStyle(field.nextElementSibling).backgroundColor : borderTopColor
        const what = (field.labels?.[0]?.textContent || field.ariaLabel || field.type).trim()
        return { what, bare: !track && borderTopWidth === '0px', ratio: ratio(edge, behind(field.parentElement)) }
      })
      .filter(({ bare }) => !bare)
  })()`)
