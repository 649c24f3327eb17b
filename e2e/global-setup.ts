import type { TestProject } from 'vitest/node'
import { PRODUCTS, type Product, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    products: Product[]
  }
}

/** A product for each worker: its files run one after the other, and each makes its own documents. */
export const setup = async (project: TestProject) => {
  // The first one builds the screens, for all of them: two that build at once are in each other's way.
  const first = await startProduct()
  const started = [first, ...(await Promise.all(Array.from({ length: PRODUCTS - 1 }, () => startProduct())))]
  project.provide(
    'products',
    started.map(({ stop: _, said: __, ...product }) => product),
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}
