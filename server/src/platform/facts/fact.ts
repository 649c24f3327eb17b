import type { z } from 'zod'

/** Something that happened, as its room tells it: `noun.what-happened`, and ids only. */
export type Fact<P extends z.ZodObject = z.ZodObject> = Readonly<{
  name: `${string}.${string}`
  payload: P
}>

export const defineFact = <P extends z.ZodObject>(name: Fact['name'], payload: P): Fact<P> =>
  Object.freeze({ name, payload })
