import type { Page } from 'playwright-core'

/** In this window nothing is told of what others do: no screen asks again but for what the test itself does. */
export const hearNoNews = (page: Page) => page.route('**/api/v1/live/**', () => {})
