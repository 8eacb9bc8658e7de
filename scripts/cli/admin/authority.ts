import { usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { ask } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'
import { tableOf } from '../table.ts'
import { type AdminVerb, say, timeOf } from './act.ts'

export const authorityVerbs: Readonly<Record<string, AdminVerb>> = {
  keys: {
    usage: 'keys [rotate]',
    words: { least: 0, most: 1 },
    async run(context, account, [act]) {
      if (act !== undefined && act !== 'rotate')
        throw usageError('the keys that sign can be listed and rotated')
      const signing = await (act === undefined
        ? ask(context.home, account, (authority) => authority.v1.admin['signing-keys'].get())
        : askFresh(context, account, (authority) => authority.v1.admin['signing-keys'].post()))
      const { keys, statement, behind } = signing
      const rows = keys.map(({ kid, createdAt, newest }) => [kid, timeOf(createdAt), newest ? 'newest' : ''])
      const said = `Statement ${statement}; machines that have not heard of it: ${behind}.`
      return say(context, signing, [...tableOf(['KEY', 'MADE', ''], rows), said])
    },
  },
  'provisioning-key': {
    usage: 'provisioning-key [new | end]',
    words: { least: 0, most: 1 },
    async run(context, account, [act]) {
      switch (act) {
        case undefined: {
          const key = await ask(context.home, account, (authority) =>
            authority.v1.admin['provisioning-key'].get(),
          )
          const used = key.usedAt === null ? 'never used' : `used ${timeOf(key.usedAt)}`
          const line = `Made by ${key.madeBy ?? 'somebody'} ${timeOf(key.createdAt)}; ${used}.`
          return say(context, key, [key.exists ? line : 'There is none.'])
        }
        case 'new': {
          const made = await askFresh(context, account, (authority) =>
            authority.v1.admin['provisioning-key'].post(),
          )
          context.output.note('It makes machines for anybody here, and is shown this once:')
          return say(context, made, [made.secret])
        }
        case 'end': {
          const gone = await askFresh(context, account, (authority) =>
            authority.v1.admin['provisioning-key'].delete(),
          )
          return say(context, gone, [gone.ended ? 'Ended.' : 'There was none.'])
        }
        default:
          throw usageError('the provisioning key can be made new, or ended')
      }
    },
  },
  mail: {
    usage: 'mail [test]',
    words: { least: 0, most: 1 },
    async run(context, account, [act]) {
      if (act !== undefined && act !== 'test') throw usageError('mail can be looked at, or tested')
      if (act === 'test') {
        const sent = await askFresh(context, account, (authority) => authority.v1.admin.mail.test.post())
        return say(context, sent, ['The mail host took a letter to your own address.'])
      }
      const mail = await ask(context.home, account, (authority) => authority.v1.admin.mail.get())
      const rows = mail.recent.map(({ kind, at, outcome, tries }) => [
        kind,
        timeOf(at),
        outcome,
        String(tries),
      ])
      return say(context, mail, [
        mail.on ? `Letters are sent; waiting: ${mail.waiting}.` : 'This authority sends no letters.',
        ...(mail.heldUntil === null ? [] : [`Letters of recovery wait until ${timeOf(mail.heldUntil)}.`]),
        ...(mail.brokenUntil === null ? [] : [`Nothing is tried until ${timeOf(mail.brokenUntil)}.`]),
        ...(mail.lastError === null ? [] : [`The mail host said: ${mail.lastError}`]),
        ...(rows.length === 0 ? [] : tableOf(['LETTER', 'AT', 'OUTCOME', 'TRIES'], rows)),
      ])
    },
  },
  relay: {
    usage: 'relay',
    words: { least: 0, most: 0 },
    async run(context, account) {
      const relay = await ask(context.home, account, (authority) => authority.v1.admin.relay.get())
      const { tunnels, circuits, backlogBytes, machines, users } = relay
      say(context, relay, [
        `Machines: ${tunnels} connected of ${machines} enrolled.`,
        `Circuits: ${circuits} open; ${backlogBytes} bytes wait for slow readers.`,
        `Accounts: ${users}.`,
      ])
      return exitCodes.ok
    },
  },
}
