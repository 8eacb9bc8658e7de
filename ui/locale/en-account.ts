export const enAccount = {
  'account.name': 'Name',
  'account.password': 'Password',
  'account.sign_out': 'Sign out',

  'set_up.title': 'Set up Fairlead',
  'set_up.words':
    'Choose a name and a password. The first account owns this authority and the machine beside it.',
  'set_up.name_help': 'Small letters, digits, dots and hyphens.',
  'set_up.name_bad':
    '2 to 32 characters, beginning with a letter or a digit; then small letters, digits, dots, hyphens.',
  'set_up.password_help': 'At least 12 characters. A password manager makes a good one.',
  'set_up.password_weak':
    'Take another one: 12 to 128 characters, not your name, not one of the first that are guessed.',
  'set_up.act': 'Create account',
  'set_up.new_link': 'While nobody has an account, each start of the authority prints a fresh link.',
  'set_up.sign_in': 'Sign in instead',

  'sign_in.title': 'Sign in',
  'sign_in.act': 'Sign in',
  'sign_in.first':
    'Nobody has an account here yet? Open the set-up link that the authority printed when it started.',

  'unreachable.title': 'Nobody answers',
  'unreachable.words': 'Your machines and their agents go on without it.',
  'unreachable.act': 'Try again',
  'unreachable.trying': 'Trying',

  'device.register_title': 'Make this browser a device',
  'device.register_words':
    'Machines let in devices by their key. This browser has none of this account, or the one it had was retired. Your password makes a new one.',
  'device.register_act': 'Register this browser',
  'device.none_title': 'No machine can be reached from here',
  'device.none_http':
    'A device needs a key that script cannot read, and browsers make one only over https or on the machine itself. Open this page over https.',
  'device.none_browser':
    'A device needs a key that script cannot read, and this browser cannot make one (X25519). A newer one can.',

  'devices.title': 'Devices',
  'devices.detail': 'Whom machines let in as you',
  'devices.words':
    'Every browser and command line that signed in as you. A machine lets in those that it knows.',
  'devices.this': 'This browser',
  'devices.used': 'used {when}',
  'devices.retire': 'Retire',
  'devices.retire_title': 'Retire {name}?',
  'devices.retire_words':
    'It is signed out at once, its connections close, and machines do not let it in any more.',
  'devices.retire_this': 'That is the browser you are using: you will be signed out here.',
} as const
