/** A session at rest, a conversation that is being cleared, work between turns, and background tasks. */
export const restAndTasks = `
-- what a session is about beside its turns; a session without a row is about nothing
CREATE TABLE session_lives (
  session TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
  -- nothing starts its agent by itself before this, and why
  rest_until INTEGER,
  rest_why TEXT,
  -- until when the provider takes nothing, as the agent said; NULL: it does
  limit_until INTEGER,
  -- since when its agent works without having been asked, when it was heard last, and when a person stopped that
  unprompted_since INTEGER,
  unprompted_heard INTEGER,
  unprompted_cancel INTEGER,
  -- the agent says when work of its own is over
  marks_cycles INTEGER NOT NULL DEFAULT 0,
  -- since when a new conversation is being opened in place of the one before
  clearing INTEGER,
  -- it is not brought back by itself
  forgotten INTEGER NOT NULL DEFAULT 0,
  -- its agent says what goes on beside the turns
  reports_tasks INTEGER NOT NULL DEFAULT 0
) STRICT;

-- the run ended though nobody had asked for it
ALTER TABLE runs ADD COLUMN crashed INTEGER NOT NULL DEFAULT 0;

CREATE TABLE tasks (
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  -- the agent's own id
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  -- running | paused | completed | failed | stopped
  state TEXT NOT NULL,
  stoppable INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (session, id)
) STRICT;
`
