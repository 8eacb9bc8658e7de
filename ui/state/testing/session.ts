import type { Session } from '../../../shared/wire/session.ts'

export const aSession = (given: Partial<Session> = {}): Session => ({
  id: 's_1',
  nickname: 'otter',
  title: 'a title',
  agent: 'demo',
  cwd: '/work',
  status: 'idle',
  conversation: null,
  createdAt: 1,
  updatedAt: 1,
  pinned: false,
  lastSeq: 0,
  turn: null,
  cancelRequestedAt: null,
  queue: [],
  asks: [],
  controls: [],
  commands: [],
  context: null,
  ...given,
})
