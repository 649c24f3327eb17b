import type { Page } from 'playwright-core'

/** Of these texts within the first element of a selector, those that nothing covers and no edge cuts. */
export const seenOf = (page: Page, within: string, texts: readonly string[]) =>
  page.evaluate<string[]>(`(() => {
    const place = document.querySelector(${JSON.stringify(within)})
    const seen = (wanted) => {
      const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (!node.textContent.includes(wanted)) continue
        range.selectNodeContents(node)
        const { left, right, top, height } = range.getBoundingClientRect()
        const cell = node.parentElement.closest('td, th')
        const hit = (x) => cell.contains(document.elementFromPoint(x, top + height / 2))
        const whole = cell.scrollWidth <= cell.clientWidth
        if (whole && height > 0 && hit(left + 1) && hit(right - 1)) return true
      }
      return false
    }
    return ${JSON.stringify(texts)}.filter(seen)
  })()`)
