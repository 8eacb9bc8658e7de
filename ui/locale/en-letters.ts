import type { LetterEnd, LetterKind } from '../../shared/wire/letter.ts'

export const enLetters = {
  'letter.confirm': 'To finish signing up',
  'letter.reset': 'To set a password anew',
  'letter.invite': 'Invitation',
  'letter.verify': 'To confirm an address',
  'letter.email_changed': 'That an address was changed',
  'letter.password_changed': 'That a password was changed',

  'letter_end.sent': 'sent',
  'letter_end.dropped': 'not sent: nobody was meant any more',
  'letter_end.refused': 'refused by the mail host',
  'letter_end.given_up': 'given up',
  'letter_end.unknown': 'not known whether it arrived',
} as const satisfies Record<`letter.${LetterKind}` | `letter_end.${LetterEnd}`, string>
