/**
 * Finished messages and titles, for full-text search, and sessions that are on their way out. `messages.text` is what
 * the index is over: one unit separator around each character of a script without spaces (see `search/words.ts`).
 */
export const messages = `
CREATE TABLE messages (
  -- follows time: its millisecond times 1024, and which one in it
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  -- the event that it began with; for a title the last one before it
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- person | agent | title
  role TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX messages_session ON messages (session, id);
CREATE UNIQUE INDEX messages_title ON messages (session) WHERE role = 'title';

-- a session's id is a word of its messages too, so that a search in one session is an intersection of two lists
CREATE VIEW message_words AS SELECT id, text, substr(session, 3) AS session FROM messages;
CREATE VIRTUAL TABLE message_index USING fts5 (
  text, session, content = 'message_words', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER messages_added AFTER INSERT ON messages BEGIN
  INSERT INTO message_index (rowid, text, session) VALUES (new.id, new.text, substr(new.session, 3));
END;
CREATE TRIGGER messages_removed AFTER DELETE ON messages BEGIN
  INSERT INTO message_index (message_index, rowid, text, session)
  VALUES ('delete', old.id, old.text, substr(old.session, 3));
END;

-- where the agent's text begins that is not among the messages yet; NULL: all is
ALTER TABLE sessions ADD COLUMN text_from INTEGER;

-- gone for everybody, while its rows are taken away a few at a time
ALTER TABLE sessions ADD COLUMN removed_at INTEGER;
CREATE INDEX sessions_removed ON sessions (removed_at) WHERE removed_at IS NOT NULL;

-- what was logged before there was an index, and how far it was read
CREATE TABLE unread_logs (
  session TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
  read_to INTEGER NOT NULL,
  last_seq INTEGER NOT NULL
) STRICT;
INSERT INTO unread_logs SELECT id, 0, last_seq FROM sessions;
`
