/** What parking, the budgets and a wake need to know beyond what was there: settings live in `settings` already. */
export const living = `
-- when every create that was taken is paid back
CREATE TABLE create_budget (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  full_at INTEGER NOT NULL
) STRICT;

-- the controls as people see them while an agent comes back and is set to them again; NULL: no agent is coming back
ALTER TABLE sessions ADD COLUMN held_controls TEXT;
-- ids of controls that were chosen while no agent was there to take them
ALTER TABLE sessions ADD COLUMN waiting_controls TEXT NOT NULL DEFAULT '[]';
`
