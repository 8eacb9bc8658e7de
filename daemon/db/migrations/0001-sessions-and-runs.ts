/**
 * Everything that one chunk of an agent's output may change is in this one file, so that it changes in one
 * transaction: events, turns, asks, the lines they cause and how far the output was read.
 */
export const sessionsAndRuns = `
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  nickname TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- person | agent | prompt | nickname: an agent never replaces a person's
  title_by TEXT NOT NULL,
  agent TEXT NOT NULL,
  cwd TEXT NOT NULL,
  conversation TEXT,
  -- when the agent opened it
  conversation_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  pinned INTEGER NOT NULL DEFAULT 0,
  last_seq INTEGER NOT NULL DEFAULT 0,
  ask_count INTEGER NOT NULL DEFAULT 0,
  ask_salt TEXT NOT NULL,
  -- the run it has now
  run TEXT,
  -- the exit reason that is being applied while its run ends
  ending TEXT,
  exit_reason TEXT,
  exit_detail TEXT,
  exit_unconfirmed INTEGER NOT NULL DEFAULT 0,
  -- the exit reason that a failing resume puts back
  resumed_from TEXT,
  controls TEXT NOT NULL DEFAULT '[]',
  agent_commands TEXT NOT NULL DEFAULT '[]',
  context TEXT
) STRICT;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  -- the keeper that was asked to spawn it; NULL before that
  keeper TEXT,
  -- starting | open | ending | ended
  phase TEXT NOT NULL,
  -- new | open: which kind of request gives it its conversation
  opening TEXT NOT NULL,
  -- updates are a replay of history that the log has
  replaying INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  spawned_at INTEGER,
  pid INTEGER,
  next_in INTEGER NOT NULL DEFAULT 1,
  read_to INTEGER NOT NULL DEFAULT 0,
  malformed INTEGER NOT NULL DEFAULT 0,
  capabilities TEXT,
  asking_mode TEXT,
  ended_at INTEGER
) STRICT;
CREATE INDEX runs_live ON runs (phase) WHERE phase <> 'ended';
CREATE INDEX runs_session ON runs (session);

CREATE TABLE agent_outbox (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (run, n)
) STRICT;

-- settings of a control that the agent was asked for, by the number in their request's id
CREATE TABLE control_changes (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  value TEXT NOT NULL,
  answered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, n)
) STRICT;

-- requests of an agent that are answered outside the transaction that read them
CREATE TABLE agent_requests (
  run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  request_id TEXT NOT NULL,
  method TEXT NOT NULL,
  params TEXT NOT NULL,
  PRIMARY KEY (run, request_id)
) STRICT;

CREATE TABLE turns (
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  run TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  cancel_at INTEGER,
  -- a person refused a permission in it
  refused INTEGER NOT NULL DEFAULT 0,
  -- the agent began it by itself: no result will come
  unanswered INTEGER NOT NULL DEFAULT 0,
  result TEXT,
  PRIMARY KEY (session, seq)
) STRICT;
CREATE UNIQUE INDEX turns_open ON turns (session) WHERE result IS NULL;

CREATE TABLE prompts (
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  -- queued | steering | delivered | withdrawn
  state TEXT NOT NULL,
  turn INTEGER,
  PRIMARY KEY (session, seq)
) STRICT;
CREATE INDEX prompts_waiting ON prompts (session, seq) WHERE state IN ('queued', 'steering');
CREATE INDEX prompts_turn ON prompts (session, turn);

-- tool calls that their agent has not finished
CREATE TABLE open_calls (
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  call TEXT NOT NULL,
  turn INTEGER,
  PRIMARY KEY (session, call)
) STRICT;

CREATE TABLE events (
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  turn INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT;

CREATE TABLE asks (
  id TEXT NOT NULL,
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  run TEXT NOT NULL,
  turn INTEGER,
  -- permission | question
  kind TEXT NOT NULL,
  -- how the answer is written back, and what that needs beside the body
  reply TEXT NOT NULL,
  reply_context TEXT,
  -- the agent's own id as JSON: string, number and null stay what they were
  request_id TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  shown TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settled_at INTEGER,
  outcome TEXT,
  PRIMARY KEY (session, id)
) STRICT;
CREATE INDEX asks_open ON asks (session) WHERE settled_at IS NULL;

-- the record of every ask that ended; outlives its session, each row is bound to the one before
CREATE TABLE ask_records (
  n INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  ask TEXT NOT NULL,
  record TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX ask_records_session ON ask_records (session, n);

CREATE TABLE commands (
  subject TEXT NOT NULL,
  key TEXT NOT NULL,
  route TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (subject, key, route)
) STRICT;
CREATE INDEX commands_age ON commands (at);

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`
