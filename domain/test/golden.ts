import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '../..')

/** Compares a text with its golden file, or writes the file when UPDATE_GOLDEN is set. */
export const expectGolden = (path: string, actual: string) => {
  const file = join(REPOSITORY, path)
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, actual)
  expect(existsSync(file), `${path} is missing; run npm run golden`).toBe(true)
  expect(actual).toBe(readFileSync(file, 'utf8'))
}

/** A table as plain text, columns padded to their widest cell. */
export const printTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
