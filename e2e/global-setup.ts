import type { TestProject } from 'vitest/node'
import { type Product, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: Product
  }
}

/** One product for all files: they run one after the other and each makes its own documents. */
export const setup = async (project: TestProject) => {
  const { stop, said: _, ...product } = await startProduct()
  project.provide('product', product)
  return stop
}
