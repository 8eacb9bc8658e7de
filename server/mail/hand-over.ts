/**
 * One letter to the mail host, by SMTP (RFC 5321) with STARTTLS (RFC 3207). What matters is how it ended: a host that
 * took the text and then said nothing may have sent it, and nobody finds out by asking.
 */
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { MailSettings } from '../settings/ports.ts'
import type { Letter } from './ports.ts'

export type HandedOver =
  | { kind: 'sent' }
  /** Not this letter, whenever: the host knows no such recipient, or takes no such text. */
  | { kind: 'refused'; said: string }
  /** Nothing of it was taken: another try may do. */
  | { kind: 'failed'; said: string }
  /** The text was on its way, and no answer came. */
  | { kind: 'unknown'; said: string }

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

/** `stop` ends the connection of the one that is on its way. */
export type StoppableHandOver = HandOver & { stop(): void }

export function createHandOver(deps: HandOverDeps): StoppableHandOver {
  let current: SMTPConnection | null = null
  const handOver: HandOver = async (letter, mail, onText) => {
    const from = senderOf(mail.from)
    const text = await textOf(letter, mail.from)
    const connection = new SMTPConnection(optionsOf(deps, mail))
    current = connection
    let isOut = false
    const message = textStream(text, () => {
      isOut = true
      onText()
    })
    const timer = deps.clock.after(deps.deadlineMs, () => connection.close())
    try {
      await converse(connection, mail, { from, to: letter.to }, message)
      return { kind: 'sent' }
    } catch (error) {
      return outcomeOf(error, isOut)
    } finally {
      timer.cancel()
      connection.close()
      current = null
    }
  }
  return Object.assign(handOver, { stop: () => current?.close() })
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
    connection.once('error', reject)
    connection.once('end', () =>
      reject(new AppError('connection_lost', 'the mail host ended the connection')),
    )
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

const textOf = ({ to, subject, text }: Letter, from: string): Promise<Buffer> =>
  new MailComposer({
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

/** The address of “Name <address>”. */
const senderOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

interface Said {
  message: string
  responseCode: number | null
  /** What was being done. */
  command: string
}

function outcomeOf(error: unknown, isOut: boolean): HandedOver {
  const { message, responseCode, command } = saidBy(error)
  const said = cleanLabel(message)
  // An answer is an answer, whenever it comes; without one after the text, nothing is known.
  if (responseCode === null) return { kind: isOut ? 'unknown' : 'failed', said }
  const isAboutLetter = isOut || /^(?:RCPT TO|DATA)/.test(command)
  return { kind: responseCode >= 500 && isAboutLetter ? 'refused' : 'failed', said }
}

function saidBy(error: unknown): Said {
  if (!(error instanceof Error)) return { message: String(error), responseCode: null, command: '' }
  const code: unknown = Reflect.get(error, 'responseCode')
  const command: unknown = Reflect.get(error, 'command')
  return {
    message: error.message,
    responseCode: typeof code === 'number' ? code : null,
    command: typeof command === 'string' ? command : '',
  }
}
