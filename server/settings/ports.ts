/** What the parts of the authority ask of its settings. Read when it is asked: a change holds at once. */
import type { Registration } from '../../shared/wire/recovery.ts'

export interface MailSettings {
  host: string
  port: number
  /** Null: the host asks for none. */
  user: string | null
  password: string | null
  /** What letters come from: an address, perhaps with a name before it. */
  from: string
  /** `required`: a host that offers no STARTTLS gets nothing · `implicit`: TLS from the first byte · `off`: plain. */
  tls: 'required' | 'implicit' | 'off'
}

export interface AuthoritySettings {
  registration(): Registration
  /** Of addresses that may sign up, in lower case; empty: any. */
  domains(): string[]
  /** For everybody who has none of their own; at most the ceiling. */
  machineLimit(): number
  /** Null: no letters are sent. */
  mail(): MailSettings | null
  /** When an admin last changed where letters go, ms; null: never. Letters of recovery wait a day from then. */
  mailChangedAt(): number | null
}
