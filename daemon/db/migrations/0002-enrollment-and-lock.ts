/** Where this machine is enrolled, which signing keys it holds of that authority, and which devices it lets in. */
export const enrollmentAndLock = `
CREATE TABLE enrollment (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  machine TEXT NOT NULL,
  label TEXT NOT NULL,
  owner TEXT,
  issuer TEXT NOT NULL,
  origin TEXT NOT NULL,
  relay_url TEXT NOT NULL,
  enrolled_at INTEGER NOT NULL
) STRICT;

-- in the order they were learned, each signed by a key of an earlier one
CREATE TABLE key_statements (
  position INTEGER PRIMARY KEY,
  jws TEXT NOT NULL
) STRICT;

CREATE TABLE machine_lock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  is_on INTEGER NOT NULL,
  -- base64url; NULL once a device proved it
  pairing TEXT,
  pairing_until INTEGER
) STRICT;

CREATE TABLE lock_devices (
  -- X25519, base64url
  key TEXT NOT NULL,
  sub TEXT NOT NULL,
  -- the widest that a capability of it may use
  scopes TEXT NOT NULL,
  name TEXT NOT NULL,
  approved_at INTEGER NOT NULL,
  PRIMARY KEY (key, sub)
) STRICT;

-- the sign-in that each device had last: a revocation may name that alone
CREATE TABLE sign_ins (
  subject TEXT PRIMARY KEY,
  sid TEXT NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
`
