import { inject } from 'vitest'
import { PRODUCTS, type Product } from './product.ts'

/** The product of this worker; no other worker's files touch it. */
export const ownProduct = (): Product => {
  const product = inject('products')[(Number(process.env.VITEST_POOL_ID) - 1) % PRODUCTS]
  if (!product) throw new Error('No product was started for this worker.')
  return product
}
