import { own } from '#codes/own.ts'
import { beyond } from './effects.ts'

/** How a thing stands at one moment, by the names of its fields: a group, a store code. */
export type Version = Readonly<Record<string, string | readonly string[]>>

/** One line of a difference; of a list there is one line for each member that comes or goes. */
export type Difference = { field: string; old_value: string; new_value: string }

/**
 * What leads from one version to the other, in the order of the fields: undefined is a thing that is not there. Lists
 * are sets: neither order nor repetition is a difference.
 */
export const differences = (before: Version = {}, after: Version = {}): Difference[] => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].flatMap((field) => {
    const [old_one, new_one] = [fieldIn(before, field), fieldIn(after, field)]
    if (typeof old_one === 'string' && typeof new_one === 'string') {
      return old_one === new_one ? [] : [{ field, old_value: old_one, new_value: new_one }]
    }
    const [old_list, new_list] = [members(old_one), members(new_one)]
    return [
      ...beyond(new_list, old_list).map((member) => ({ field, old_value: '', new_value: member })),
      ...beyond(old_list, new_list).map((member) => ({ field, old_value: member, new_value: '' })),
    ]
  })
}

/** The text in a field, empty where there is none. */
export const textIn = (version: Version | undefined, field: string): string =>
  [fieldIn(version ?? {}, field)].flat().join(', ')

/** The members of a field that is a list. */
export const listIn = (version: Version | undefined, field: string): readonly string[] =>
  members(fieldIn(version ?? {}, field))

/** The version in one sentence part: `name Makers; permissions can_edit_invoice, can_view_invoice`. */
export const inWords = (version: Version): string =>
  Object.entries(version)
    .map(([field, value]) => `${field} ${[value].flat().join(', ') || '–'}`)
    .join('; ')

const fieldIn = (version: Version, field: string) => own(version, field) ?? ''

const members = (value: string | readonly string[]) => (value === '' ? [] : [value].flat())
