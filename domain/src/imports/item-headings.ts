/** What a file says of a saved item. */
export const ITEM_FIELDS = ['classification', 'item_description', 'tax_type', 'tax_rate'] as const
export type ItemField = (typeof ITEM_FIELDS)[number]

/** What our own files of saved items write above each field. */
export const ITEM_HEADINGS: Readonly<Record<ItemField, string>> = {
  classification: 'Classification',
  item_description: 'Description',
  tax_type: 'Tax Type',
  tax_rate: 'Tax Rate',
}

/** An item as a file says it. */
export const ITEM_SAMPLE: Readonly<Record<ItemField, string>> = {
  classification: '022',
  item_description: 'LED lamp 9 W, warm white',
  tax_type: '01',
  tax_rate: '10',
}
