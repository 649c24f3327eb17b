import type { Endpoint } from '#contract/endpoint.ts'
import { byField, type FieldErrors } from '#domain/problems.ts'
import { allEndpoints } from '#schemas/all.ts'
import { inWords } from '#schemas/wording.ts'
import { told } from '../../i18n.ts'

/** What the server would refuse of a body by its schema alone: messages by the dotted path of the field. */
export const checkInput = ({ id }: Pick<Endpoint, 'id'>, input: Parts): FieldErrors => {
  const endpoint = allEndpoints.find((one) => one.id === id)
  const read = endpoint?.body
    ? endpoint.body.safeParse(input.body, { error: inWords })
    : endpoint?.form?.safeParse(input.form, { error: inWords })
  const issues = read?.error?.issues ?? []
  return byField(issues.map(({ path, message }) => ({ field: path.join('.'), message: told(message) })))
}

type Parts = { body?: unknown; form?: unknown }
