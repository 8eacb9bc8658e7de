import { type DrivenSession, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { type McpServer, startMcpServer } from '../mcp-server.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import type { Stage } from '../stage.ts'
import { waitUntil } from '../wait-until.ts'

const HEADER = { name: 'x-rig', value: 'heron' }

export const mcpServer: Scenario = {
  id: 'mcp',
  title: 'An MCP server handed over, and used',
  async run(stage) {
    const server = startMcpServer(HEADER)
    try {
      const mcpServers = [{ name: 'rig', url: server.url, headers: [HEADER] }]
      const session = await stage.open({ mcpServers })
      await use(stage, session, server)
      return pass
    } finally {
      server.stop()
    }
  },
}

async function use(stage: Stage, session: DrivenSession, server: McpServer): Promise<void> {
  await waitUntil('the MCP server to be asked for its tools', realAgentLimits.stepMs, () =>
    server.asked().includes('tools/list'),
  )
  const before = stage.stub.requests().length
  const hello = await session.turn('[[say hello]]')
  check(hello.stopReason === 'end_turn', `the first turn ended ${stopWords(hello)}`)
  const tools = stage.stub
    .requests()
    .slice(before)
    .flatMap((request) => request.tools)
  const { seq } = await session.prompt(callOf(tools))
  await answerAll(session)
  const result = await session.result(seq)
  check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
  check(server.asked().includes('tools/call'), `the tool was not called: ${session.said(seq)}`)
  check(session.said(seq).includes('pong from the server'), `the agent says: ${session.said(seq)}`)
  check(server.refused() === 0, 'requests came without the header')
}

/** Some agents hide tools of servers behind a search of their own. */
function callOf(tools: readonly string[]): string {
  const own = tools.find((name) => /rig/.test(name))
  return own === undefined
    ? '[[tool tool_search {"query":"ping","limit":3}]] [[tool mcp__rig__ping {"note":"hi"}]]'
    : `[[tool ${own} {"note":"hi"}]]`
}

/** Allows what is asked until the turn ends. */
async function answerAll(session: DrivenSession): Promise<void> {
  for (;;) {
    const ask = await session.permissionOrNone()
    if (ask === null) return
    await session.choose(ask, 'allow_once')
  }
}
