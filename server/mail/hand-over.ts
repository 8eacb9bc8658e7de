/**
 * One letter to the mail host, by SMTP (RFC 5321) with STARTTLS (RFC 3207). What matters is how it ended: a host that
 * took the text and then said nothing may have sent it, and nobody finds out by asking.
 */
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { MailSettings } from '../settings/ports.ts'
import type { Letter } from './ports.ts'

export type HandedOver =
  | { kind: 'sent' }
  /** Not this letter, whenever: the host knows no such recipient, or takes no such text. */
  | ({ kind: 'refused' } & Said)
  /** Nothing of it was taken: another try may do. `of`: whose failure it is, all letters' or this one's. */
  | ({ kind: 'failed'; of: 'host' | 'letter' } & Said)
  /** The text was on its way, and no answer came. */
  | ({ kind: 'unknown' } & Said)

interface Said {
  /** Of the host's own words: one line, bounded. */
  said: string
  /** The code of its answer; null where none came. */
  code: number | null
}

export interface HandOverDeps {
  clock: Clock
  /** The whole of it. Past it the connection is ended. */
  deadlineMs: number
  /** What this host calls itself. */
  hostname(): string
  /** Certificates to believe beside the system’s, PEM; for a host with one of its own. */
  ca?: string
}

/** `onText`: called once, right before the first byte of the text goes out. */
export type HandOver = (letter: Letter, mail: MailSettings, onText: () => void) => Promise<HandedOver>

/** `stop` ends the connection of whatever is on its way, and nothing goes out after it. */
export type StoppableHandOver = HandOver & { stop(): void }

export function createHandOver(deps: HandOverDeps): StoppableHandOver {
  const current = new Set<SMTPConnection>()
  let stopped = false
  const handOver: HandOver = async (letter, mail, onText) => {
    const from = senderOf(mail.from)
    const text = await textOf(letter, mail.from)
    if (stopped) return { kind: 'failed', of: 'host', said: 'it is being stopped', code: null }
    // Loaded with the first letter: a start that sends none does not pay for it.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection(optionsOf(deps, mail))
    current.add(connection)
    let isOut = false
    const message = textStream(text, () => {
      // What cannot be written down first does not go out.
      onText()
      isOut = true
    })
    const timer = deps.clock.after(deps.deadlineMs, () => connection.close())
    try {
      await converse(connection, mail, { from, to: letter.to }, message)
      // The answer to it changes nothing: a letter that was taken was taken.
      connection.quit()
      return { kind: 'sent' }
    } catch (error) {
      return outcomeOf(error, isOut)
    } finally {
      timer.cancel()
      connection.close()
      current.delete(connection)
    }
  }
  const stop = (): void => {
    stopped = true
    for (const connection of current) connection.close()
  }
  return Object.assign(handOver, { stop })
}

function optionsOf(deps: HandOverDeps, { host, port, tls }: MailSettings) {
  return {
    host,
    port,
    name: deps.hostname(),
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    // All shorter than the deadline, which is what a slow host meets.
    connectionTimeout: deps.deadlineMs,
    greetingTimeout: deps.deadlineMs,
    socketTimeout: deps.deadlineMs,
    dnsTimeout: deps.deadlineMs,
    ...(deps.ca === undefined ? {} : { tls: { ca: deps.ca } }),
  }
}

/** Rejects with what went wrong first; a connection that ends before the answer is one of those. */
function converse(
  connection: SMTPConnection,
  { user, password }: MailSettings,
  envelope: { from: string; to: string },
  message: Readable,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new AppError('connection_lost', 'the mail host ended the connection')))
    const send = (): void =>
      connection.send(envelope, message, (error) => {
        if (error) reject(error)
        else resolve()
      })
    connection.connect((error) => {
      if (error) reject(error)
      else if (user === null) send()
      else
        connection.login({ user, pass: password ?? '' }, (refused) => {
          if (refused) reject(refused)
          else send()
        })
    })
  })
}

/** Read only once the host asked for it, which is what makes the first read the moment after which nothing is certain. */
function textStream(text: Buffer, onText: () => void): Readable {
  return Readable.from(
    (function* () {
      onText()
      yield text
    })(),
    { objectMode: false, highWaterMark: 1 },
  )
}

async function textOf({ to, subject, text }: Letter, from: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return await new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
    .compile()
    .build()
}

/** The address of “Name <address>”. */
const senderOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

function outcomeOf(error: unknown, isOut: boolean): HandedOver {
  const said = cleanLabel(error instanceof Error ? error.message : String(error))
  const code = refusalIn(error)
  // A refusal is an answer, whenever it comes; without one after the text, nothing is known.
  if (code === null && isOut) return { kind: 'unknown', said, code }
  if (code === null) return { kind: 'failed', of: isNoAddress(error) ? 'letter' : 'host', said, code }
  const isAboutLetter = code !== CLOSING && (isOut || /^(?:RCPT TO|DATA)/.test(commandOf(error)))
  if (code >= 500 && isAboutLetter) return { kind: 'refused', said, code }
  return { kind: 'failed', of: isAboutLetter ? 'letter' : 'host', said, code }
}

/** “Service not available, closing transmission channel”: of the host, whatever it answers. */
const CLOSING = 421

/** 4xx and 5xx only: any other answer to a text is none that says what became of it. */
function refusalIn(error: unknown): number | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'responseCode') : null
  return typeof code === 'number' && code >= 400 && code < 600 ? code : null
}

/** Found before anything was said to the host. */
const isNoAddress = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'EENVELOPE'

/** What was being done. */
function commandOf(error: unknown): string {
  const command: unknown = error instanceof Error ? Reflect.get(error, 'command') : null
  return typeof command === 'string' ? command : ''
}
