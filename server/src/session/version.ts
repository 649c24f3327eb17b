import about from '../../../package.json' with { type: 'json' }

/** The version of this build, as the sign-in screen and the operator see it. */
export const VERSION = about.version
