import { t } from '@lingui/core/macro'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { KeyboardEvent } from 'react'

/** The one accent: an ink blue that no status uses. White on shade 7 has a contrast of 7:1. */
const ink: MantineColorsTuple = [
  '#eef1fc',
  '#dce2f7',
  '#b9c5ee',
  '#94a6e4',
  '#7a90dd',
  '#5f78d0',
  '#4660c2',
  '#3350b5',
  '#2a4399',
  '#21357b',
]

const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c3c8d1',
  '#a3aab6',
  '#7d8593',
  '#3f4550',
  '#2c313a',
  '#22262d',
  '#191c22',
  '#131519',
  '#0d0f12',
]

/** A dialog's header element is not the banner of the page. */
const HEADER = { header: { role: 'presentation' } }

/** Arrows open a select of the system as they open every other; it would choose what is next at once. */
export const openByArrow = (event: KeyboardEvent<HTMLSelectElement>) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  event.currentTarget.showPicker()
}

/** Sizes in px at a 16 px root: one type scale, spacing in steps of 4. Made late, so that its words are translated. */
export const createLulusTheme = () =>
  createTheme({
    primaryColor: 'ink',
    primaryShade: { light: 7, dark: 6 },
    colors: { ink, dark },
    fontFamily:
      "'Inter Variable', system-ui, 'Noto Sans', 'Noto Sans SC Variable', 'Noto Sans Tamil Variable', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.3' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
    defaultRadius: 'sm',
    headings: {
      fontWeight: '620',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.25' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Modal: {
        defaultProps: {
          centered: true,
          closeButtonProps: { 'aria-label': t`Close` },
          transitionProps: { duration: 120 },
          attributes: HEADER,
        },
      },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': t`Close` }, attributes: HEADER } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t`Close` } } },
      // Within the landmark of the screen, and without the library's element for the first focus: no menu may hold one.
      Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
      Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } } },
      NativeSelect: { defaultProps: { onKeyDown: openByArrow } },
      Button: { defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 560 } } },
      Table: { defaultProps: { verticalSpacing: 'xs' } },
      InputWrapper: { styles: { label: { fontWeight: 540, marginBottom: 4 } } },
    },
  })

/** Names for what the style sheets need, in both schemes from the same place (theme.css uses them). */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#15181e',
    '--mantine-color-dimmed': '#596070',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-default-border': '#d5d9e0',
    '--mantine-color-error': theme.colors.red[9],
    '--mantine-color-anchor': ink[7],
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': '#a3aab6',
    '--mantine-color-placeholder': '#8e96a3',
    '--mantine-color-default-border': '#383e48',
    '--mantine-color-error': '#ff9d96',
    '--mantine-color-anchor': '#9db0f2',
  },
})
