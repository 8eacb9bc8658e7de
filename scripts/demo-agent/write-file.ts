import { mkdir, readFile, realpath, writeFile as writeWhole } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { ToolCallContent } from '@agentclientprotocol/sdk'
import { systemCode } from './narrow.ts'
import { goOn, type Outcome } from './outcome.ts'
import { speak } from './speech.ts'
import { performCall, type ToolCall } from './tool-call.ts'
import type { Turn } from './turn.ts'

/** `write: PATH TEXT`: asks with the diff, then writes. A path that leads out of the workspace is refused. */
export async function writeFile(turn: Turn, path: string, text: string): Promise<Outcome> {
  const target = await insideWorkspace(turn.session.cwd, path)
  if (target === undefined) {
    await speak(turn, [`I only write inside the workspace, so I left this out: ${path}`])
    return goOn
  }
  const content: ToolCallContent[] = [
    { type: 'diff', path: target, oldText: await readIfThere(target), newText: text },
  ]
  const call: ToolCall = {
    id: turn.agent.newId(),
    title: `Write ${path}`,
    kind: 'edit',
    rawInput: { path: target, content: text },
    content,
    locations: [{ path: target }],
  }
  return performCall(turn, call, async () => {
    await mkdir(dirname(target), { recursive: true })
    await writeWhole(target, text)
    turn.agent.journal.did('write', { session: turn.session.id, path: target })
    return { kind: 'completed', content, rawOutput: { path: target }, words: `I wrote ${path}.` }
  })
}

/** The absolute path, or undefined when it, or what a link on the way to it points at, is outside. */
async function insideWorkspace(cwd: string, path: string): Promise<string | undefined> {
  const target = resolve(cwd, path)
  const real = await realOf(target)
  return isUnder(cwd, target) && isUnder(await realpath(cwd), real) ? target : undefined
}

function isUnder(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

/** Where a path really is: links resolved as far as it exists. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    // Not there yet: its folder decides.
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    return join(await realOf(dirname(path)), path.slice(dirname(path).length))
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    // A new file has no old text.
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}
