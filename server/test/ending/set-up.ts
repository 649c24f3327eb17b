import { afterAll } from 'vitest'
import { heard } from './at-end.ts'

// For each test file, named in vitest.config.ts.
afterAll(heard())
