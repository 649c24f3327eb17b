import { own } from '#codes/own.ts'
import type { FieldErrors } from '#domain/problems.ts'

type Form = Pick<ParentNode, 'querySelectorAll'> | null

/** The messages whose field is on the form, and those that would be seen nowhere. */
export const placeErrors = (errors: FieldErrors, form: Form) => {
  const paths = new Set(fieldsOf(form).map(pathOf))
  const entries = Object.entries(errors)
  return {
    placed: Object.fromEntries(
      entries.filter(([path]) => paths.has(path)).map(([path, messages]) => [path, messages.join(' ')]),
    ),
    homeless: Object.fromEntries(entries.filter(([path]) => !paths.has(path))),
  }
}

/** Puts the cursor into the first field, as a reader meets them, that has a message. */
export const focusFirst = (errors: Readonly<Record<string, string>>, form: Form) =>
  fieldsOf(form)
    .find((field) => own(errors, pathOf(field)) !== undefined)
    ?.focus()

const fieldsOf = (form: Form) => [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]

const pathOf = (field: HTMLElement) => field.dataset.path ?? ''
