/**
 * More people than the first: keys of scripts, e-mail and what is sent there, deleted accounts that are still told so,
 * the provisioning key, and machine keys that their predecessors signed. What the outbox holds is kind and whom it is
 * about: no token and no words, which are made when a letter is handed over.
 */
export const people = `
ALTER TABLE users ADD COLUMN pending_email TEXT;
-- A deleted account's row stays a while, so that its sign-ins can be told; its name is free at once.
ALTER TABLE users ADD COLUMN deleted_at INTEGER;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  -- words of ApiKeyScope, separated by spaces
  scopes TEXT NOT NULL,
  -- whose key a capability is bound to; NULL: it mints none
  device TEXT REFERENCES devices(id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_live ON api_keys (user) WHERE revoked_at IS NULL;

-- Somebody who gave a name and an address, and has not followed the link yet.
CREATE TABLE registrations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX registrations_email ON registrations (email) WHERE ended_at IS NULL;

CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  -- NULL: there was none, or it was taken away
  old_email TEXT,
  new_email TEXT,
  changed_at INTEGER NOT NULL,
  undo_until INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE INDEX email_changes_user ON email_changes (user);

-- What a link in a letter stands for. Single use.
CREATE TABLE mail_tokens (
  token_hash TEXT PRIMARY KEY,
  -- confirm | reset | invite | verify | undo
  kind TEXT NOT NULL,
  user TEXT REFERENCES users(id) ON DELETE CASCADE,
  -- the registration or the change that it is about
  subject TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  burnt_at INTEGER
) STRICT;
CREATE INDEX mail_tokens_user ON mail_tokens (user);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- NULL: whoever asked named nobody; it is written all the same, and dropped instead of sent
  user TEXT,
  subject TEXT,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- when its text went out, until the answer came: what becomes of it is not certain
  trying_at INTEGER,
  ended_at INTEGER,
  -- sent | dropped | refused | given_up | unknown
  ended_why TEXT
) STRICT;
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE ended_at IS NULL;

CREATE TABLE provisioning_keys (
  key_hash TEXT PRIMARY KEY,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  ended_at INTEGER
) STRICT;

-- Each later key of a machine, as the one before signed it: jws of \`fl-machine-key+jwt\`, the oldest first.
CREATE TABLE machine_keys (
  machine TEXT NOT NULL REFERENCES machines(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  jws TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (machine, number)
) STRICT;

-- Whom or what else it was about: of a grant, the person.
ALTER TABLE audit ADD COLUMN detail TEXT;
CREATE INDEX audit_subject ON audit (subject, id);
CREATE INDEX audit_user ON audit (user, id);
`
