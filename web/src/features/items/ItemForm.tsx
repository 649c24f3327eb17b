import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { items, type SavedItem } from '#contract/items.ts'
import { withoutPerCent } from '#domain/money/decimal.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { CLASSIFICATION_OPTIONS, TAX_TYPE_OPTIONS } from '../../widgets/code-options.ts'
import { EntityFact, EntityField } from '../../widgets/EntityField.tsx'
import { CHARS_TAKEN_MAX } from '../../widgets/entry/room.ts'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import { RemoveItem } from './RemoveItem.tsx'

type Props = { item: SavedItem | undefined; onClose: () => void }

const NEW = { classification: '', item_description: '', tax_type: '', tax_rate: '0.00' }

/** Adds a saved item, or changes one. */
export const ItemForm = ({ item, onClose }: Props) => {
  const { t } = useLingui()
  const { classification, item_description, tax_type, tax_rate } = item ?? NEW
  const form = useActForm(item ? items.update : items.create, {
    initial: { classification, item_description, tax_type, tax_rate, sender_entity_code: '' },
    toInput: (values) => ({
      body: { ...values, tax_rate: withoutPerCent(values.tax_rate), modified_at: item?.modified_at },
      ...(item && { params: { id: item.id } }),
    }),
    done: item ? t`Item saved.` : t`Item added.`,
    onDone: onClose,
  })
  return (
    <SideForm
      title={item ? t`Edit Item` : t`Add New Item`}
      form={form}
      onClose={onClose}
      remove={item && <RemoveItem item={item} onDone={onClose} />}
    >
      {item && <HistoryLink kind="item" id={item.id} />}
      {item && <EntityFact sender_entity_id={item.sender_entity_id} />}
      {!item && <EntityField {...form.choice('sender_entity_code')} />}
      <SearchSelect
        {...form.choice('classification')}
        label={t`Classification`}
        options={CLASSIFICATION_OPTIONS}
        required
      />
      <Textarea
        {...form.field('item_description')}
        label={t`Description`}
        maxLength={CHARS_TAKEN_MAX}
        autosize
        minRows={2}
        required
      />
      <SearchSelect {...form.choice('tax_type')} label={t`Tax Type`} options={TAX_TYPE_OPTIONS} required />
      <TextInput
        {...form.field('tax_rate')}
        label={t`Tax Rate (%)`}
        inputMode="decimal"
        maxLength={8}
        w={160}
      />
    </SideForm>
  )
}
