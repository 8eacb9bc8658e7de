/** What letters are about, and how each ended. */
export type LetterKind =
  /** A link that finishes signing up; or, where the address has an account, that it has one. */
  | 'confirm'
  | 'reset'
  | 'invite'
  /** A link that proves a new address. */
  | 'verify'
  /** To the address before: it was changed, with a link that takes that back. */
  | 'email_changed'
  /** The password was changed or set anew. */
  | 'password_changed'

/** How a letter ended. `unknown`: the host had its text and never answered; it is not sent again. */
export type LetterEnd = 'sent' | 'dropped' | 'refused' | 'given_up' | 'unknown'
