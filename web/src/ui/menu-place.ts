/** Of every menu: within the landmark of the screen, and without the library's element for the first focus, which no menu may hold. */
export const MENU_PLACE = { withinPortal: false, withInitialFocusPlaceholder: false } as const
