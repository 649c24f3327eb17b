/** Why the server cannot start, as a sentence for the operator: it names the setting at fault and the remedy. */
export class StartError extends Error {}

/** Ends a start that cannot be (sysexits.h: EX_CONFIG), so that whoever started it does not try the same again. */
export const EXIT_CANNOT_START = 78
