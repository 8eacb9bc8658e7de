export const enMachines = {
  'machine.unknown': 'You have no such machine',
  'machine.yours': 'Yours',
  'machine.of': 'Owned by {owner}',
  'machine.nobodys': 'Nobody owns it',
  'machine.version': 'Fairlead {version}',
  'machine.sessions': { one: '{count} session', other: '{count} sessions' },
  'machine.seen': 'last seen {when}',

  'agents.title': 'Agents',
  'agents.missing': { one: '{count} more is not installed', other: '{count} more are not installed' },
  'agents.copy_install': 'Copy the command',

  'chat.title': 'Commands from elsewhere',
  'chat.on': 'On. Your devices that {machine} knows can start agents and run commands there, as you.',
  'chat.off': 'Off. From elsewhere {machine} can only be read.',
  'chat.turn_on': 'Turn on',
  'chat.turn_off': 'Turn off',
  'chat.on_title': 'Let your devices run commands on {machine}?',
  'chat.on_words':
    'Writing to an agent is a shell as you: any device of this account that {machine} knows can run commands there.',
  'chat.off_title': 'Only read {machine} from elsewhere?',
  'chat.off_words':
    'Sessions go on. From your devices nothing can be started, answered or stopped until it is on again.',

  'key.section': 'Key',
  'key.section_words': 'What the authority gives for this machine. The machine shows its own with',
  'key.title': '{machine} shows another key than before',
  'key.changed_short': 'It shows another key than before. Nothing was sent to it.',
  'key.changed':
    'The key that this browser knows does not vouch for it. Either {machine} was set up anew, or somebody answers in its place. Nothing was sent to it.',
  'key.unproven':
    'What answers does not know the secret that {machine} was given. Either the secret is an old one, or somebody answers in its place. Nothing you wrote was sent to it.',
  'key.known': 'Known here',
  'key.offered': 'Offered now',
  'key.steps': 'How to find out',
  'key.step_go': 'Go to {machine} itself: its own keyboard, or a connection that does not come through here.',
  'key.step_type': 'Type there:',
  'key.step_compare': 'Compare all eight words, or the whole line under them, with the key offered now.',
  'key.differ':
    'If one word differs, leave it: nothing is lost, and whoever runs the authority should hear of it.',
  'key.accept': 'They are the same',
  'key.accept_title': 'Take the new key?',
  'key.accept_act': 'Take it',
  'key.accept_words':
    'Whatever has this key is {machine} for this browser from now on: it reads what you write, and you believe what it shows. Take it only if you read these words on {machine} itself.',

  'enroll.title': 'Enroll it',
  'enroll.not_yet': '{machine} has a name here and no machine behind it yet.',
  'enroll.new_code': 'New code',
  'enroll.run': 'On {machine}, in a checkout of Fairlead:',
  'enroll.command': 'In another terminal there:',
  'enroll.code': 'It asks for a code. Give it this one, once, until {until}:',

  'add.title': 'Add a machine',
  'add.label': 'Name',
  'add.label_help': 'How you call it: letters, digits, dots, hyphens.',
  'add.label_bad': 'Begin with a letter or a digit; then letters, digits, dots, hyphens.',
  'add.act': 'Get the command',
  'add.waiting': 'Waits for the machine. This can be closed.',
  'add.enrolled': '{machine} is there.',
  'add.to_machine': 'To {machine}',

  'remove.section': 'Remove',
  'remove.words': 'Ends its place in your account. What runs there goes on, and its sessions stay there.',
  'remove.act': 'Remove {machine}',
  'remove.title': 'Remove {machine}?',
  'remove.after': 'All connections to {machine} close, and it needs a new code to come back.',
  'remove.confirm': 'Remove',
} as const
