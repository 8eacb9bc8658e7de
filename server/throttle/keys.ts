/**
 * What failures are counted under. Names and addresses are the caller's own words, so every key has a space of its own
 * and no word can carry a separator into another's.
 */
const field = (text: string): string => encodeURIComponent(text.toWellFormed().toLowerCase())

/** One name from one address: a block follows who guesses, not whom they name. */
export const loginKey = (name: string, address: string): string => `login|${field(name)}|${field(address)}`
export const addressKey = (address: string): string => `address|${field(address)}`
/** One name from anywhere. Never refuses somebody a device of theirs. */
export const nameKey = (name: string): string => `name|${field(name)}`
/** By user id: an attack on the sign-in cannot block its cure. */
export const freshKey = (user: string): string => `fresh|${field(user)}`
/** Letters of one kind to one address. */
export const letterKey = (kind: string, email: string): string => `letter|${field(kind)}|${field(email)}`
