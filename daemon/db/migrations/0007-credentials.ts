/** Sealed keys of agents, and runs that are to be replaced as soon as they are idle. */
export const credentials = `
CREATE TABLE credentials (
  agent TEXT NOT NULL,
  variable TEXT NOT NULL,
  -- format, nonce, ciphertext and tag: see daemon/credentials/seal.ts
  sealed BLOB NOT NULL,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (agent, variable)
) STRICT;

-- credential | sign_in | refused: why the run is to make room for a new one; kept when it did
ALTER TABLE runs ADD COLUMN renew TEXT;
`
