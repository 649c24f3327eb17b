import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { i18n } from '../../i18n.ts'
import { SHORTCUTS } from './shortcuts.ts'

const SOURCES = join(import.meta.dirname, '../..')

const LISTENS = /\buse(?:Keys|KeyHost|Hotkeys)\(|\bonKeyDown\b|(?:addEventListener|useWindowEvent)\('keydown'/

/** Who hears keys, and which lines of the help tell of them; none of what fields and dialogs do everywhere. */
const HEARD: Readonly<Record<string, readonly string[]>> = {
  'shell/keys/ShellKeys.tsx': [
    'Go to a screen, find a document or a customer',
    'Search on this screen',
    'Show these shortcuts',
    'Next row, also beside open details',
    'Previous row',
    'Choose the row',
    'Close what is open, then leave the list',
  ],
  'features/documents/quickview/Quickview.tsx': ['Next row, also beside open details', 'Previous row'],
  'features/documents/approval/use-preview.ts': ['Next row, also beside open details', 'Previous row'],
  'features/documents/approval/ApproveMany.tsx': ['Offer to approve all, on the approval screen'],
  'features/document-form/items/ItemsCard.tsx': [
    'Add a line; in an upload, go to the next row',
    'Go to the line above or below',
  ],
  'features/document-form/items/cells.tsx': ['Raise or lower a figure'],
  'features/imports/check/RowsTable.tsx': [
    'Add a line; in an upload, go to the next row',
    'Go to the line above or below',
  ],
  'features/imports/check/Cell.tsx': ['Take back what you typed in a row of an upload'],
  'widgets/search-select/use-search-select.ts': ['Open the choices of a field'],
  'theme.ts': ['Open the choices of a field'],
  'widgets/LanguageChoice.tsx': ['Open the choices of a field'],
  'shell/notices/use-notice-keys.ts': [
    'Next notification',
    'Previous notification',
    'Put it under Done and go on',
  ],
  'features/document-form/header/fields.tsx': [],
  'features/rules/Examples.tsx': [],
  'shell/notices/NoticePanel.tsx': [],
  'ui/DateField.tsx': [],
  'ui/side-panel/SidePanel.tsx': [],
  'ui/dialogs/escape.ts': [],
  'ui/keys/keys.ts': [],
  'ui/list/SearchBox.tsx': [],
}

/** What opens a row is a link or a button, which hears Enter by itself. */
const BY_THE_BROWSER = ['Open the row']

test('whatever hears a key is told of in the help, and nothing else is', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.ts'] })
  const listening = files.filter((file) => LISTENS.test(readFileSync(join(SOURCES, file), 'utf8')))
  expect(listening.toSorted()).toEqual(Object.keys(HEARD).toSorted())
  const told = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.map(({ does }) => i18n._(does)))
  expect(told.toSorted()).toEqual(
    [...new Set([...Object.values(HEARD).flat(), ...BY_THE_BROWSER])].toSorted(),
  )
})
