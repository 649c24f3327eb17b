/** Of this process's environment what any program needs to start, and nothing that sets one up. */
export const BARE_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
