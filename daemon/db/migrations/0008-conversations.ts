/** Conversations that were taken over from the agent's own, and how much of their history is here. */
export const conversations = `
CREATE TABLE adoptions (
  session TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
  -- the agent's own id
  conversation TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- pieces of the history that the log has, counted as the agent tells them
  told INTEGER NOT NULL DEFAULT 0,
  -- pieces that its agent told since it was asked last
  heard INTEGER NOT NULL DEFAULT 0,
  -- nothing more of it is expected
  whole INTEGER NOT NULL DEFAULT 0,
  -- the log says that it was taken over
  announced INTEGER NOT NULL DEFAULT 0
) STRICT;

-- when an agent that goes on with its replay after its answer was heard last; NULL: what it says is news
ALTER TABLE runs ADD COLUMN replay_heard INTEGER;
`
