/**
 * Who there is, what they own and who may reach it. No column here holds what a session says: no prompt, title, path
 * or file name. Audit and circuits have no foreign keys, because they outlive what they are about.
 */
export const identity = `
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  -- folded to lower case
  name TEXT NOT NULL UNIQUE,
  email TEXT,
  email_verified_at INTEGER,
  admin INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  disabled_at INTEGER,
  -- NULL: nobody signs in with a password
  password_hash TEXT,
  password_changed_at INTEGER,
  -- NULL: as many as the ceiling allows
  machine_limit INTEGER
) STRICT;
CREATE UNIQUE INDEX users_verified_email ON users (email) WHERE email_verified_at IS NOT NULL;

CREATE TABLE devices (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  -- X25519, base64url
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  platform TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  retired_at INTEGER
) STRICT;
CREATE UNIQUE INDEX devices_live ON devices (user, key) WHERE retired_at IS NULL;

CREATE TABLE sign_ins (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  device TEXT REFERENCES devices(id) ON DELETE SET NULL,
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- when a cookie was last handed out for it
  cookie_at INTEGER NOT NULL,
  -- when the password was last given
  fresh_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- signed_out | evicted | device_retired
  ended_why TEXT
) STRICT;
CREATE INDEX sign_ins_live ON sign_ins (user) WHERE ended_at IS NULL;

CREATE TABLE set_up_links (
  token_hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  burnt_at INTEGER
) STRICT;

CREATE TABLE machines (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  -- NULL: nobody's yet
  owner TEXT REFERENCES users(id),
  -- when its owner got it: being over the limit is a rank by this and the id
  acquired_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- the machine that this authority runs on
  local INTEGER NOT NULL DEFAULT 0,
  remote_chat INTEGER NOT NULL DEFAULT 0,
  -- X25519 and Ed25519, base64url; NULL before enrollment
  machine_key TEXT,
  sign_key TEXT,
  enrolled_at INTEGER,
  enrolled_by TEXT,
  -- what it announced of itself
  version TEXT,
  agents TEXT,
  last_seen_at INTEGER,
  -- the newest key statement it acknowledged
  statement INTEGER NOT NULL DEFAULT 0,
  revoked_at INTEGER
) STRICT;
CREATE INDEX machines_owner ON machines (owner) WHERE revoked_at IS NULL;

-- The owner's own is one of them.
CREATE TABLE grants (
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  machine TEXT NOT NULL REFERENCES machines(id) ON DELETE CASCADE,
  scopes TEXT NOT NULL,
  granted_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user, machine)
) STRICT;
CREATE INDEX grants_machine ON grants (machine);

CREATE TABLE enrollment_codes (
  code_hash TEXT PRIMARY KEY,
  machine TEXT NOT NULL REFERENCES machines(id) ON DELETE CASCADE,
  made_by TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  burnt_at INTEGER,
  -- replaced | machine_revoked
  burnt_why TEXT
) STRICT;
CREATE INDEX enrollment_codes_machine ON enrollment_codes (machine);

CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY,
  -- Ed25519, base64url
  private_key TEXT NOT NULL,
  public_key TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE key_statements (
  number INTEGER PRIMARY KEY,
  -- the newest key that it tells of
  kid TEXT NOT NULL REFERENCES signing_keys(kid),
  jws TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- What a machine has to be told; gone once it said that it knows.
CREATE TABLE revocations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  machine TEXT NOT NULL REFERENCES machines(id) ON DELETE CASCADE,
  sub TEXT,
  dev TEXT,
  sid TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX revocations_machine ON revocations (machine);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  user TEXT,
  device TEXT,
  address TEXT,
  act TEXT NOT NULL,
  subject TEXT
) STRICT;

CREATE TABLE circuits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user TEXT NOT NULL,
  device TEXT NOT NULL,
  machine TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  closed_at INTEGER,
  reason TEXT,
  bytes_up INTEGER,
  bytes_down INTEGER
) STRICT;
CREATE INDEX circuits_machine ON circuits (machine, id);
`
