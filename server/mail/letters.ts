/** What letters say. Plain text, and nothing in it that somebody else wrote but names that are made of letters. */
import type { Letter } from './ports.ts'

/** Where they come from, as people know it. */
export interface From {
  origin: string
}

const NOT_YOU = 'If it was not you, there is nothing to do: nothing happens until the link is opened.'

const letter = (to: string, subject: string, ...paragraphs: string[]): Letter => ({
  to,
  subject,
  text: `${paragraphs.map(wrapped).join('\n\n')}\n`,
})

export const confirmLetter = ({ origin }: From, to: string, name: string, link: string): Letter =>
  letter(
    to,
    'Finish signing up',
    `Somebody, most likely you, wants an account called ${name} at ${origin}, with this address.`,
    'Open this link within a day to make it, and to choose its password:',
    link,
    NOT_YOU,
  )

/** Whoever asked is told by letter, and the page tells nobody. */
export const knownLetter = ({ origin }: From, to: string, name: string): Letter =>
  letter(
    to,
    'You have an account already',
    `Somebody, most likely you, wanted an account with this address at ${origin}. There is one: ${name}.`,
    `If you do not know its password any more, ask for a new one there: ${origin}/forgot`,
    'If it was not you, there is nothing to do.',
  )

export const resetLetter = ({ origin }: From, to: string, name: string, link: string): Letter =>
  letter(
    to,
    'Set a new password',
    `Somebody, most likely you, wants to set a new password for ${name} at ${origin}.`,
    'Open this link within an hour to do it. Every sign-in of the account ends with that:',
    link,
    NOT_YOU,
  )

export const inviteLetter = ({ origin }: From, to: string, name: string, link: string): Letter =>
  letter(
    to,
    'You are invited',
    `Who runs ${origin} made an account called ${name} for you.`,
    'Open this link within two days to choose its password:',
    link,
    NOT_YOU,
  )

export const verifyLetter = ({ origin }: From, to: string, name: string, link: string): Letter =>
  letter(
    to,
    'Is this your address?',
    `The account ${name} at ${origin} is to have this address.`,
    'Open this link within a day to say that it is yours:',
    link,
    NOT_YOU,
  )

export const emailChangedLetter = (
  { origin }: From,
  to: string,
  { name, gone, link }: { name: string; gone: boolean; link: string },
): Letter =>
  letter(
    to,
    'Your address was changed',
    gone
      ? `The account ${name} at ${origin} no longer has this address.`
      : `The account ${name} at ${origin} has another address now.`,
    'If it was you, there is nothing to do. If it was not, open this link within seven days: the account gets this ' +
      'address back, and every sign-in of it ends.',
    link,
    `Then set a new password at once, because whoever did this may know the old one: ${origin}/forgot`,
  )

export const passwordChangedLetter = ({ origin }: From, to: string, name: string): Letter =>
  letter(
    to,
    'Your password was changed',
    `The password of ${name} at ${origin} was changed, and other sign-ins of it have ended.`,
    `If it was not you, set a new one at once: ${origin}/forgot`,
  )

const WIDTH = 76

/** At blanks only: a link stays whole, however long. */
function wrapped(paragraph: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
