import type { Database } from 'bun:sqlite'
import type { AgentCommand, Control } from '../../shared/wire/control.ts'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { McpServer } from '../../shared/wire/mcp-server.ts'
import type { ContextFill } from '../../shared/wire/session.ts'
import { createMessageStore } from '../search/message-store.ts'
import { toWords } from '../search/words.ts'
import type { Chosen, SessionRow, TitleBy } from './session-row.ts'

interface Stored {
  id: string
  nickname: string
  title: string
  title_by: TitleBy
  agent: string
  cwd: string
  conversation: string | null
  conversation_at: number | null
  created_at: number
  updated_at: number
  pinned: number
  last_seq: number
  ask_salt: string
  run: string | null
  ending: ExitReason | null
  exit_reason: ExitReason | null
  exit_detail: string | null
  exit_unconfirmed: number
  resumed_from: ExitReason | null
  controls: string
  agent_commands: string
  context: string | null
  mcp_servers: string
  chosen: string
  held_controls: string | null
  waiting_controls: string
}

const toRow = (stored: Stored): SessionRow => ({
  id: stored.id,
  nickname: stored.nickname,
  title: stored.title,
  titleBy: stored.title_by,
  agent: stored.agent,
  cwd: stored.cwd,
  conversation: stored.conversation,
  conversationAt: stored.conversation_at,
  createdAt: stored.created_at,
  updatedAt: stored.updated_at,
  pinned: stored.pinned === 1,
  lastSeq: stored.last_seq,
  askSalt: stored.ask_salt,
  run: stored.run,
  ending: stored.ending,
  exitReason: stored.exit_reason,
  exitDetail: stored.exit_detail,
  exitUnconfirmed: stored.exit_unconfirmed === 1,
  resumedFrom: stored.resumed_from,
  controls: JSON.parse(stored.controls),
  commands: JSON.parse(stored.agent_commands),
  context: stored.context === null ? null : JSON.parse(stored.context),
  mcpServers: JSON.parse(stored.mcp_servers),
  chosen: JSON.parse(stored.chosen),
  held: stored.held_controls === null ? null : JSON.parse(stored.held_controls),
  waitingControls: JSON.parse(stored.waiting_controls),
})

export interface NewSessionRow {
  id: string
  nickname: string
  title: string
  titleBy: TitleBy
  agent: string
  cwd: string
  askSalt: string
  mcpServers?: readonly McpServer[]
  now: number
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(db: Database) {
  const byId = db.query<Stored, [string]>('SELECT * FROM sessions WHERE id = ? AND removed_at IS NULL')
  const byNickname = db.query<Stored, [string]>(
    'SELECT * FROM sessions WHERE nickname = ? AND removed_at IS NULL',
  )
  const all = db.query<Stored, []>(
    'SELECT * FROM sessions WHERE removed_at IS NULL ORDER BY updated_at DESC, id',
  )
  const nextSeq = db.query<{ seq: number; textFrom: number | null }, [number | null, boolean, string]>(
    `UPDATE sessions SET last_seq = last_seq + 1, updated_at = coalesce(?1, updated_at),
       text_from = CASE WHEN ?2 THEN coalesce(text_from, last_seq + 1) ELSE text_from END
     WHERE id = ?3 RETURNING last_seq AS seq, text_from AS textFrom`,
  )
  const messages = createMessageStore(db)
  const nextAsk = db.query<{ ask_count: number }, [string]>(
    'UPDATE sessions SET ask_count = ask_count + 1 WHERE id = ? RETURNING ask_count',
  )
  return {
    get(id: string): SessionRow | null {
      const stored = byId.get(id)
      return stored && toRow(stored)
    },
    /** By id, else by nickname. */
    find(name: string): SessionRow | null {
      const stored = byId.get(name) ?? byNickname.get(name)
      return stored && toRow(stored)
    },
    list: (): SessionRow[] => all.all().map(toRow),
    nicknames: (): Set<string> =>
      new Set(
        db
          .query<{ nickname: string }, []>('SELECT nickname FROM sessions')
          .all()
          .map((row) => row.nickname),
      ),
    insert({ mcpServers = [], ...row }: NewSessionRow): void {
      db.query(
        `INSERT INTO sessions
           (id, nickname, title, title_by, agent, cwd, ask_salt, mcp_servers, created_at, updated_at)
         VALUES ($id, $nickname, $title, $titleBy, $agent, $cwd, $askSalt, $mcpServers, $now, $now)`,
      ).run({ ...row, mcpServers: JSON.stringify(mcpServers) })
      messages.setTitle(row.id, toWords(row.title))
    },
    /** Gone for everybody at once, its nickname free; its rows are taken away later (`retention/sweep.ts`). */
    remove: (id: string, now: number): void =>
      void db.query('UPDATE sessions SET removed_at = ?1, nickname = id WHERE id = ?2').run(now, id),
    delete: (id: string): void => void db.query('DELETE FROM sessions WHERE id = ?').run(id),

    /**
     * The next place in the session's log; `usedAt`: when somebody used it, null for nobody; `isText`: a piece of the
     * agent's text. `textFrom`: where the text begins that is not among the messages yet.
     */
    nextSeq(id: string, usedAt: number | null, isText = false): { seq: number; textFrom: number | null } {
      const row = nextSeq.get(usedAt, isText, id)
      if (!row) throw new RangeError(`no session ${id}`)
      return row
    },
    nextAsk(id: string): number {
      const row = nextAsk.get(id)
      if (!row) throw new RangeError(`no session ${id}`)
      return row.ask_count
    },

    setTitle(id: string, title: string, by: TitleBy): void {
      db.query('UPDATE sessions SET title = ?, title_by = ? WHERE id = ?').run(title, by, id)
      messages.setTitle(id, toWords(title))
    },
    setNickname: (id: string, nickname: string): void =>
      void db.query('UPDATE sessions SET nickname = ? WHERE id = ?').run(nickname, id),
    setPinned: (id: string, pinned: boolean): void =>
      void db.query('UPDATE sessions SET pinned = ? WHERE id = ?').run(pinned ? 1 : 0, id),
    setConversation: (id: string, conversation: string, now: number): void =>
      void db
        .query(
          `UPDATE sessions SET conversation = ?1, conversation_at =
             CASE WHEN conversation = ?1 THEN coalesce(conversation_at, ?2) ELSE ?2 END WHERE id = ?3`,
        )
        .run(conversation, now, id),
    /** It was begun, and nothing was said in it. */
    forgetConversation: (id: string): void =>
      void db.query('UPDATE sessions SET conversation = NULL, conversation_at = NULL WHERE id = ?').run(id),
    setControls: (id: string, controls: Control[]): void =>
      void db.query('UPDATE sessions SET controls = ? WHERE id = ?').run(JSON.stringify(controls), id),
    setChosen: (id: string, chosen: Chosen): void =>
      void db.query('UPDATE sessions SET chosen = ? WHERE id = ?').run(JSON.stringify(chosen), id),
    setWaitingControls: (id: string, controls: readonly string[]): void =>
      void db
        .query('UPDATE sessions SET waiting_controls = ? WHERE id = ?')
        .run(JSON.stringify(controls), id),
    /** People see the controls as they are again. */
    releaseHeld: (id: string): void =>
      void db.query('UPDATE sessions SET held_controls = NULL WHERE id = ?').run(id),
    /** Somebody used it, without an event of its own. */
    used: (id: string, now: number): void =>
      void db.query('UPDATE sessions SET updated_at = ? WHERE id = ?').run(now, id),
    setCommands: (id: string, commands: AgentCommand[]): void =>
      void db.query('UPDATE sessions SET agent_commands = ? WHERE id = ?').run(JSON.stringify(commands), id),
    setContext: (id: string, context: ContextFill | null): void =>
      void db
        .query('UPDATE sessions SET context = ? WHERE id = ?')
        .run(context && JSON.stringify(context), id),

    /**
     * A run begins: the exit it comes back from is kept until the conversation is open, and so are the controls that
     * people see.
     */
    beginRun(id: string, run: string): void {
      db.query(
        `UPDATE sessions SET run = $run, ending = NULL, resumed_from = coalesce(exit_reason, resumed_from),
           exit_reason = NULL, exit_detail = NULL, exit_unconfirmed = 0,
           held_controls = coalesce(held_controls, nullif(controls, '[]')) WHERE id = $id`,
      ).run({ id, run })
    },
    /** The run's conversation is open: nothing is left of the exit before it. */
    opened: (id: string): void =>
      void db.query('UPDATE sessions SET resumed_from = NULL, exit_detail = NULL WHERE id = ?').run(id),
    setEnding: (id: string, ending: ExitReason, detail: string | null): void =>
      void db
        .query('UPDATE sessions SET ending = ?, exit_detail = coalesce(?, exit_detail) WHERE id = ?')
        .run(ending, detail, id),
    exited(id: string, exit: { reason: ExitReason; detail: string | null; unconfirmed: boolean }): void {
      db.query(
        `UPDATE sessions SET run = NULL, ending = NULL, resumed_from = NULL, exit_reason = $reason,
           exit_detail = $detail, exit_unconfirmed = $unconfirmed,
           controls = coalesce(held_controls, controls), held_controls = NULL WHERE id = $id`,
      ).run({ id, reason: exit.reason, detail: exit.detail, unconfirmed: exit.unconfirmed ? 1 : 0 })
    },
    setExitDetail: (id: string, detail: string): void =>
      void db.query('UPDATE sessions SET exit_detail = ? WHERE id = ?').run(detail, id),
  }
}
