/** Sorts before every id that a row is given: where a walk by ids begins. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'
