import type { ZodType } from 'zod'
import { own } from '#codes/own.ts'
import { type Field, fieldOf } from '#domain/shaping/fields.ts'
import { text } from '../fields.ts'
import { DocumentWrite, LineWrite } from '../intake.ts'
import { PartyWrite } from '../party.ts'
import { inWords } from '../wording.ts'

/** A field of a document, by its name in the list of fields. */
export const documentField = text(60).refine(
  (value) => fieldOf(value) !== undefined,
  'Please select the field.',
)

/** The longest text of a document has so many characters. */
export const VALUE_CHARS_MAX = 600

const SHAPES = { document: DocumentWrite.shape, customer: PartyWrite.shape, items: LineWrite.shape }

/**
 * Why no document could hold this text in that field; undefined when it could, or when there is no such field. Put
 * into every document, such a text would have every document refused.
 */
export const valueFault = (field: string, text: string): string | undefined => {
  const known = fieldOf(field)
  const schema = known && schemaOf(known)
  return schema?.safeParse(text, { error: inWords }).error?.issues[0]?.message
}

/** How the contract reads a field; undefined where it does not. */
export const schemaOf = ({ part, name }: Field) => own<ZodType>(SHAPES[part], name)
