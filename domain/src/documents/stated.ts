const NOT_STATED = ['', 'NA', 'N/A', 'NOT APPLICABLE', '00000']

/** The state of a party that lives in none. */
export const NO_STATE = '17'

/** Whether a field says something to a reader; the authority wants a word also where nothing applies. */
export const isStated = (value: string) => !NOT_STATED.includes(value.trim().toUpperCase())
