/** The version of everything here; `package.json` says the same, which a test holds. */
export const VERSION = '0.1.0'
