import { expect, test } from 'bun:test'
import {
  confirmLetter,
  emailChangedLetter,
  inviteLetter,
  knownLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from './letters.ts'

const FROM = { origin: 'https://fairlead.example.org' }
const TO = 'ada@example.org'
const NAME = 'a'.repeat(32)
const LINK = `${FROM.origin}/reset#ft_${'x'.repeat(32)}`

const letters = [
  confirmLetter(FROM, TO, NAME, LINK),
  knownLetter(FROM, TO, NAME),
  resetLetter(FROM, TO, NAME, LINK),
  inviteLetter(FROM, TO, NAME, LINK),
  verifyLetter(FROM, TO, NAME, LINK),
  emailChangedLetter(FROM, TO, { name: NAME, gone: true, link: LINK }),
  emailChangedLetter(FROM, TO, { name: NAME, gone: false, link: LINK }),
  passwordChangedLetter(FROM, TO, NAME),
]

test.each(letters)(
  '“$subject” names the authority, whom it is about and what to do if it was not you',
  ({ text }) => {
    expect(text).toContain(FROM.origin)
    expect(text).toContain(NAME)
    expect(text).toMatch(/it was not/)
  },
)

test.each(letters)(
  '“$subject” is plain text in short lines; a link is a line of its own and whole',
  ({ subject, text }) => {
    expect(`${subject}${text}`).toMatch(/^[\x20-\x7e\n]*$/)
    for (const line of text.split('\n')) {
      if (line !== LINK) expect(line.length).toBeLessThanOrEqual(76)
    }
    if (text.includes('#')) expect(text.split('\n')).toContain(LINK)
  },
)
