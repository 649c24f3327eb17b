import { expect, test } from 'vitest'
import { storeOptions } from './store-options.ts'

test('departments of two companies with one code are one choice', () => {
  const stores = [
    { code: 'IPH01', name: 'Ipoh' },
    { code: 'KUL01', name: '' },
    { code: 'IPH01', name: 'Ipoh Garden' },
  ]
  expect(storeOptions(stores)).toEqual([
    { value: 'IPH01', label: 'IPH01 Ipoh, Ipoh Garden' },
    { value: 'KUL01', label: 'KUL01' },
  ])
})
