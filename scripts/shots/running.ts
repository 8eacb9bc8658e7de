/** A real authority and machine in one process, as `up` starts them, with a home of their own. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Running {
  /** The link that makes the first account. */
  setUpUrl: string
  url: string
  /** A directory that agents may work in. */
  work: string
  /** The command line against it. */
  cli(...args: string[]): Promise<void>
  /** Ends it with its sessions; its home stays. */
  end(): Promise<void>
  /** The same, and nothing stays. */
  remove(): Promise<void>
}

const MAIN = join(import.meta.dir, '../cli/main.ts')

/** `env` is what the processes inherit. */
export async function startRunning(env: Record<string, string | undefined>): Promise<Running> {
  const temp = await mkdtemp(join(tmpdir(), 'shots-'))
  const home = join(temp, 'home')
  const work = join(temp, 'work')
  await mkdir(work)
  const spawn = (...args: string[]) =>
    Bun.spawn([process.execPath, MAIN, ...args, '--home', home], {
      cwd: work,
      env: { ...env, NO_COLOR: '1', FAIRLEAD_LOG: 'fatal' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    })
  const up = spawn('up', '--port', '0', '--no-open', '--json')
  const { url, setupUrl } = await ready(up.stdout)
  const cli = async (...args: string[]): Promise<void> => {
    const child = spawn(...args)
    await child.exited
  }
  const end = async (): Promise<void> => {
    if (up.exitCode === null) await cli('down', '--sessions')
    await up.exited
  }
  return {
    url,
    setUpUrl: setupUrl,
    work,
    cli,
    end,
    async remove() {
      await end()
      await rm(temp, { recursive: true, force: true })
    },
  }
}

/** The first line that `up --json` prints. */
async function ready(stdout: ReadableStream<Uint8Array>): Promise<{ url: string; setupUrl: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stdout) {
    text += decoder.decode(bytes, { stream: true })
    if (!text.includes('\n')) continue
    const said: { ready: { url: string; setupUrl: string } } = JSON.parse(text.slice(0, text.indexOf('\n')))
    return said.ready
  }
  throw new Error('it ended before it was ready')
}
