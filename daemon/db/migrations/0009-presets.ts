/** Systems, presets, and the strip on which a person keeps them. A system's key is among the `credentials`. */
export const presets = `
CREATE TABLE systems (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- anthropic | openai | openrouter | moonshot | openai_compatible
  kind TEXT NOT NULL,
  -- NULL: the vendor's own address
  base_url TEXT,
  -- [id]; NULL: nobody said which
  models TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE presets (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  icon TEXT,
  agent TEXT NOT NULL,
  -- NULL: the agent's own account
  system TEXT REFERENCES systems(id),
  model TEXT,
  effort TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX presets_system ON presets (system);

-- the preset that a session was started with; one that was taken away since is still named
CREATE TABLE session_presets (
  session TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
  preset TEXT NOT NULL,
  -- how its agent was last started with it: see daemon/presets/route.ts; NULL: without it, or not yet
  route TEXT,
  -- {code: words}: what the log said last of what could not be had
  said TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE strip (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- ids of presets and agents, in a person's order
  ids TEXT NOT NULL
) STRICT;
`
