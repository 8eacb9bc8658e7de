/** What a person gave a session beside its text: MCP servers, and the controls that they set themselves. */
export const serversAndChoices = `
-- [{name, url, headers}], with what the headers say
ALTER TABLE sessions ADD COLUMN mcp_servers TEXT NOT NULL DEFAULT '[]';
-- {control: value}, in the order in which they were chosen
ALTER TABLE sessions ADD COLUMN chosen TEXT NOT NULL DEFAULT '{}';
-- controls that this run has still to be asked for before it is open
ALTER TABLE runs ADD COLUMN put_back TEXT NOT NULL DEFAULT '[]';
`
