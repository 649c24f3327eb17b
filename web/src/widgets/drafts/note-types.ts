/** The kinds of note that can be opened from a validated document; alone here, since the router reads it at once. */
export const NOTE_TYPES = ['02', '03', '04'] as const
export type NoteType = (typeof NOTE_TYPES)[number]
