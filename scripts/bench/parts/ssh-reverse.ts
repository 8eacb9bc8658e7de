/** OpenSSH's way: a throwaway server on loopback with keys of its own, and `ssh -R` from the machine to it. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startDelay } from './delay-proxy.ts'

export interface Ssh {
  /** Where the machine's port is on the server's side. */
  port: number
  pids(): number[]
  stop(): void
}

export async function startSsh(directory: string, machinePort: number, delayMs: number): Promise<Ssh> {
  const at = (name: string): string => join(directory, name)
  for (const name of ['host', 'user']) {
    await run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
  }
  const user = Bun.spawnSync(['id', '-un']).stdout.toString().trim()
  const [serverPort, port] = [await freePort(), await freePort()]
  await writeFile(
    at('sshd_config'),
    [
      `Port ${serverPort}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('host')}`,
      `AuthorizedKeysFile ${at('user.pub')}`,
      `PidFile ${at('pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'Compression no',
    ].join('\n'),
  )
  // Where a server of root's keeps its unprivileged half; it is no more than an empty directory.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true })
  const server = Bun.spawn([Bun.which('sshd') ?? '/usr/sbin/sshd', '-D', '-e', '-f', at('sshd_config')], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  await until(() => reaches(serverPort))
  const delay = delayMs > 0 ? await startDelay(serverPort, delayMs) : null
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ExitOnForwardFailure=yes']
  const client = Bun.spawn(
    [
      ...['ssh', '-N', '-F', '/dev/null', '-i', at('user'), '-p', String(delay?.port ?? serverPort)],
      ...options.flatMap((option) => ['-o', option]),
      ...['-R', `127.0.0.1:${port}:127.0.0.1:${machinePort}`, `${user}@127.0.0.1`],
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  )
  await until(() => reaches(port))
  return {
    port,
    pids: () => [client.pid, ...withChildren(server.pid)],
    stop() {
      client.kill()
      server.kill()
      delay?.stop()
    },
  }
}

async function run(words: string[]): Promise<void> {
  const code = await Bun.spawn(words, { stdio: ['ignore', 'inherit', 'inherit'] }).exited
  if (code !== 0) throw new TypeError(`${words[0]} ended with ${code}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function reaches(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false // nobody listens yet
  }
}

async function until(look: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await look()) return
    await Bun.sleep(20)
  }
  throw new TypeError('ssh did not come up')
}

function withChildren(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => parentOf(name) === pid)
  return [pid, ...children.flatMap((child) => withChildren(Number(child)))]
}

function parentOf(pid: string): number | null {
  if (!/^\d+$/.test(pid)) return null
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return null // it ended meanwhile
  }
}
