/** A mail host of a test’s own: a real SMTP server on loopback, which misbehaves where it is told to. */
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '../settings/ports.ts'
import { selfSigned } from './self-signed.ts'

export interface Received {
  from: string
  to: string[]
  text: string
  /** Whether it came over TLS. */
  secure: boolean
}

export interface MailHost {
  settings: MailSettings
  received: Received[]
  /** Every connection that was made, also those that came to nothing. */
  connections(): number
  stop(): Promise<void>
}

const SETTINGS = {
  host: '127.0.0.1',
  user: null,
  password: null,
  from: 'Fairlead <fairlead@example.org>',
} as const

/** The certificate that these hosts show, PEM. */
export const CA = selfSigned.cert

export async function startMailHost(
  options: SMTPServerOptions = {},
  settings: Partial<MailSettings> = {},
): Promise<MailHost> {
  const received: Received[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    ...selfSigned,
    onConnect(_session, done) {
      connections++
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          secure: session.secure,
        })
        done()
      })
    },
    ...options,
  })
  // A client that gives up is what these tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    settings: { ...SETTINGS, tls: 'required', port: portOf(server.server), ...settings },
    received,
    connections: () => connections,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** At which word of the client’s the host breaks. */
export type Step = 'banner' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text'

/** `drips`: it goes on saying that it will go on. */
export type Breakage = 'silent' | 'hangs_up' | 'drips'

/** Speaks SMTP up to `step`, and breaks there: what no real host does on request. */
export async function startBrokenHost(
  step: Step,
  how: Breakage,
  settings: Partial<MailSettings> = {},
): Promise<MailHost> {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    talk(socket, step, how)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    settings: { ...SETTINGS, tls: 'off', port: portOf(server), ...settings },
    received: [],
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function talk(socket: Socket, step: Step, how: Breakage): void {
  let isText = false
  let held = ''
  const say = (at: Step | null, line: string): void => {
    if (at !== step) socket.write(`${line}\r\n`)
    else if (how === 'hangs_up') socket.destroy()
    else if (how === 'drips') {
      const drip = setInterval(() => socket.write('250-one moment\r\n'), 20)
      socket.once('close', () => clearInterval(drip))
    }
  }
  say('banner', '220 broken ESMTP')
  socket.on('data', (chunk: Buffer) => {
    held += chunk.toString()
    if (isText) {
      if (held.includes('\r\n.\r\n')) say('text', '250 taken')
      return
    }
    for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
      const word = held.slice(0, 4).toUpperCase()
      held = held.slice(end + 2)
      if (word === 'EHLO') say('EHLO', '250-broken\r\n250 AUTH PLAIN')
      else if (word === 'STAR') say('STARTTLS', '220 go on')
      else if (word === 'AUTH') say('AUTH', '235 welcome')
      else if (word === 'MAIL') say('MAIL', '250 go on')
      else if (word === 'RCPT') say('RCPT', '250 go on')
      else if (word === 'DATA') {
        isText = step !== 'DATA'
        say('DATA', '354 the text')
      } else say(null, '250 yes')
    }
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('it listens on no port')
  return address.port
}
