/** The letters that an authority of a test sends, at a mail host on loopback. */
import { SMTPServer } from 'smtp-server'
import { waitFor } from '../../../../shared/testing/wait-for.ts'

export interface LetterBox {
  /** For the authority's environment. */
  env: Record<string, string>
  /** Where the link of the next letter to `address` leads: its path with its fragment. */
  link(address: string): Promise<string>
  /** The whole of the next letter to `address`. */
  told(address: string): Promise<string>
  stop(): Promise<void>
}

interface Letter {
  to: string[]
  text: string
}

const COMES_MS = 20_000
const LINK = /\/(?:confirm|reset|invite|verify|undo)#ft_[0-9a-z]+/

export async function startPost(): Promise<LetterBox> {
  const unread: Letter[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        unread.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const at = server.server.address()
  if (at === null || typeof at === 'string') throw new TypeError('a mail host without a port')

  const take = (address: string): Letter | undefined => {
    const place = unread.findIndex(({ to }) => to.includes(address))
    return place < 0 ? undefined : unread.splice(place, 1)[0]
  }
  const told = async (address: string): Promise<string> => {
    const letter = await waitFor(`a letter to ${address}`, COMES_MS, () => take(address))
    // As mail programs read it: lines that were cut for the way are whole again.
    return letter.text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  }
  return {
    env: {
      FAIRLEAD_SMTP_HOST: '127.0.0.1',
      FAIRLEAD_SMTP_PORT: String(at.port),
      FAIRLEAD_SMTP_FROM: 'fairlead@example.org',
      FAIRLEAD_SMTP_TLS: 'off',
    },
    async link(address) {
      const text = await told(address)
      const link = LINK.exec(text)?.[0]
      if (link === undefined) throw new TypeError(`no link in the letter to ${address}: ${text}`)
      return link
    },
    told,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
