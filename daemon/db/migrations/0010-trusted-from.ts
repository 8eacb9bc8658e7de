/** After a signing key was stolen: the key from which on this machine takes its authority's; older ones are nobody's. */
export const trustedFrom = `
ALTER TABLE enrollment ADD COLUMN trusted_from TEXT;
`
