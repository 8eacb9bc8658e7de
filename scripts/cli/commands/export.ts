import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CliError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a session as Markdown, or its events as JSON.',
  usage: 'SESSION [--format markdown|json] [--output FILE]',
  flags: {
    format: {
      kind: 'value',
      of: 'F',
      choices: ['markdown', 'json'],
      about: 'markdown for people (the default), json for programs',
    },
    output: { kind: 'value', of: 'FILE', about: 'write to this file instead of stdout' },
  },
  positionals: { least: 1, most: 1 },
  async run(context, args) {
    const { daemon, output } = context
    const session = await unwrap(daemon.v1.sessions({ session: segment(args.positionals[0]) }).get())
    const format = args.value('format') ?? (output.json ? 'json' : 'markdown')
    const chunks = await context.readExport(session.id, format)
    const file = args.value('output')
    if (file === undefined) await print(context, chunks)
    else {
      const path = resolve(context.cwd, file)
      await save(path, chunks)
      output.note(`Written to ${path}.`)
    }
    return exitCodes.ok
  },
}

/** Control characters are escaped in JSON and gone from the Markdown: both may go to a terminal. */
async function print({ output }: Context, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of whole(chunks)) {
    if (output.gone.aborted) return
    output.write(decoder.decode(chunk, { stream: true }))
    await output.drained()
  }
}

/** The file is there when all of it is, and replaces one that was. */
async function save(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    for await (const chunk of whole(chunks)) await file.writeFile(chunk)
    await file.close()
    await rename(part, path)
  } catch (error) {
    await file.close()
    await rm(part, { force: true })
    throw error
  }
}

/** The chunks, or an error where there should have been more: half an export must not pass for one. */
async function* whole(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks
  } catch {
    // Whatever ended it, the rest does not come.
    throw new CliError('unreachable', 'The connection was cut before the export was whole.')
  }
}
