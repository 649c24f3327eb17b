/** A cell as the payload has it, `why` where that is written otherwise; or what is wrong with it. */
export type Read = { value: string; why?: string; currency?: string } | { message: string }
