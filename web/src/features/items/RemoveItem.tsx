import { useLingui } from '@lingui/react/macro'
import { items, type SavedItem } from '#contract/items.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'

/** Deletes the saved item that the form shows. */
export const RemoveItem = ({ item, onDone }: { item: SavedItem; onDone: () => void }) => {
  const { t } = useLingui()
  const { id, item_description: name, modified_at } = item
  return (
    <RemoveButton
      endpoint={items.remove}
      input={{ params: { id }, query: { modified_at } }}
      question={{
        title: t`Delete ${name}?`,
        body: t`This item is no longer offered in the form. Documents and templates keep what they say.`,
      }}
      words={{ done: t`Item deleted.` }}
      onDone={onDone}
    />
  )
}
