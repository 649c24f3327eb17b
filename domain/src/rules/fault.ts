import { cutText } from '../text/cut.ts'
/** Why a rule cannot be compiled: what is wrong, and at which character of its text, counted from 0. */
export type Fault = { fault: string; at: number }

export const fault = (words: string, at: number): Fault => ({ fault: words, at })

export const isFault = (found: object): found is Fault => 'fault' in found

/** A fault as a person is told of it, with its place counted from 1. */
export const tellFault = (text: string, { fault: words, at }: Fault): string => {
  const before = text.slice(0, at).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const line = before.length > 1 ? `line ${before.length}, ` : ''
  const near = cutText(text.slice(at), NEAR_CHARS).split('\n')[0] ?? ''
  return `${words} (${line}position ${column}${near === '' ? ', at the end' : `, at “${near}”`})`
}

const NEAR_CHARS = 20
