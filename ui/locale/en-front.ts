/** The ways in beside a name and a password. */
export const enFront = {
  'front.email': 'E-mail address',
  'front.email_bad': 'That is not a whole address.',
  'front.sign_in': 'Sign in',
  'front.go_on': 'Go on',
  'front.not_loaded': 'This part of the page did not arrive',
  'front.not_loaded_words':
    'The network may be gone. If trying again does not help, open the link once more: it is still good.',

  'sign_in.name': 'Name or e-mail address',
  'sign_in.forgot': 'Forgot your password?',
  'sign_in.register': 'Create an account',
  'sign_in.forgot_no_mail':
    'Lost your password? No letters are sent from here: whoever runs this authority can give you a link that sets a new one.',
  'sign_in.by_invite':
    'Accounts here are made for people: ask whoever runs this authority for an invitation.',

  'ended.session_expired': 'You were away for long, so you were signed out.',
  'ended.session_revoked':
    'You were signed out: from another device, or because the password or the address of your account was changed.',
  'ended.user_disabled':
    'Your account is disabled, so you were signed out. Only whoever runs this authority can let you in again.',
  'ended.user_deleted':
    'This account was deleted, with its sign-ins, devices and keys. Its password is not taken any more.',
  'ended.device_revoked':
    'This device was retired, so you were signed out. Signing in makes it a new one, which your machines have to let in again.',
  'ended.comes_back': 'What you were looking at comes back when you sign in.',

  'forgot.title': 'Forgot your password?',
  'forgot.words':
    'A letter to the address of your account lets you set a new one. Your sign-ins end with that.',
  'forgot.act': 'Send the letter',
  'forgot.sent_title': 'Look into your mail',
  'forgot.sent': 'If an account has the address {email}, a letter is on its way to it.',
  'forgot.sent_next':
    'Its link works for an hour. Nothing there after some minutes? Look where spam goes, and whether this is the address of your account.',
  'forgot.again': 'Another address',
  'forgot.no_mail':
    'No letters are sent from here. Whoever runs this authority can give you a link that sets a new password.',

  'register.title': 'Create an account',
  'register.words':
    'A letter comes to your address. Its link makes the account, and there you choose its password.',
  'register.domains': 'Addresses of {domains} can sign up here.',
  'register.act': 'Send the letter',
  'register.sent_title': 'Look into your mail',
  'register.sent': 'A letter is on its way to {email}.',
  'register.sent_next':
    'Its link works for a day. Nothing there after some minutes? Look where spam goes, and whether the address is right.',
  'register.again': 'Change what you typed',
  'register.closed_title': 'Nobody can sign up here',
  'register.closed': 'Accounts are made by whoever runs this authority. Ask them for one.',
  'register.no_mail':
    'Signing up takes a letter, and this authority sends none yet. Ask whoever runs it for an invitation.',

  'confirm.title': 'Choose a password',
  'confirm.words': 'That makes your account, and signs you in here.',
  'confirm.act': 'Create account',
  'confirm.name': 'Another name',
  'confirm.name_taken':
    'Somebody took this name since you asked for it. Choose another; the link stays good.',
  'confirm.dead':
    'Such a link works once and for a day, and only the newest one does. If you used it, sign in; if not, sign up again.',
  'confirm.email_taken': 'If it is yours, sign in, or ask for a new password.',

  'reset.title': 'Set a new password',
  'reset.words': 'Every sign-in of your account ends with that, wherever it is. Then you are signed in here.',
  'reset.act': 'Set password',
  'reset.dead': 'Such a link works once and for an hour, and only the newest one does.',
  'reset.ask_again': 'Ask for another letter',
  'reset.done_title': 'Your password is set',
  'reset.done': 'Every other sign-in has ended. These API keys still work:',
  'reset.done_advice':
    'If you did not make one of them, or do not know what uses it, revoke it: a key goes on without any password.',
  'reset.look': 'Look at the keys',
  'reset.key_used': 'used {when}',
  'reset.key_unused': 'never used',

  'invite.title': 'You are invited',
  'invite.words': 'An account was made for you here. Choose its password, and you are signed in.',
  'invite.act': 'Set password',
  'invite.dead':
    'Such a link works once and for two days, and only the newest one does. If you used it, sign in; if not, ask whoever invited you for another.',

  'verify.title': 'Is this your address?',
  'verify.words': 'Say so, and it is the address of the account that the letter names.',
  'verify.act': 'Yes, it is mine',
  'verify.done_title': 'Your address is set',
  'verify.done': '{email} is the address of your account now: for signing in, and for a lost password.',
  'verify.dead':
    'Such a link works once and for a day, and only while this address is wanted. A new one is sent from Settings, E-mail.',
  'verify.email_taken': 'It was taken since the letter was sent. In Settings, E-mail you can name another.',

  'undo.title': 'Take your address back?',
  'undo.words':
    'The account gets the address back that this letter came to, and everybody is signed out of it.',
  'undo.words_keeps':
    'Its password stays as it is, and so do its API keys. Whoever changed the address may know the password: set a new one right afterwards.',
  'undo.act': 'Take it back',
  'undo.done_title': 'Your address is back',
  'undo.done': '{email} is the address of your account again, and every sign-in of it has ended.',
  'undo.done_next':
    'Now set a new password: the one before still works for whoever knows it. After that, look at the API keys: they work on as well.',
  'undo.set_password': 'Set a new password',
  'undo.dead':
    'Such a link works once and for seven days. If the address is not yours any more and you did not change it, write to whoever runs this authority.',
  'undo.email_taken': 'So it cannot be given back. Write to whoever runs this authority.',

  'front.dead_title': 'This link no longer works',
  'front.broken_title': 'This link is not whole',
  'front.broken':
    'A part of it is missing. Open it from the letter again, or copy all of it, to its very end.',
} as const
