import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { describeConfig } from '../../daemon/config.ts'
import { describeConfig as describeAuthority } from '../../server/config.ts'
import { brokenBy } from './broken-by.ts'
import { PROTOCOL_PATH, protocolDoc } from './protocol-doc.ts'

const SOURCE = {
  'daemon/pets/routes.ts': `
    export const open = () => new Elysia({ name: 'open' }).get('/health', () => true)
    export const pets = (deps: Deps) =>
      new Elysia({ name: 'pets', prefix: '/v1/pets' })
        .use(identity)
        .get('/', () => deps.map.get('/not-a-route'))
        .delete('/:pet', () => null, { params: one })`,
  'shared/errors.ts': 'export const errorCodes = { pet_gone: 404 } as const',
  'shared/wire/event.ts': `export const SessionEvent = Type.Union([event('fed', { by: Type.String() })])`,
  'daemon/keeper/frames.ts': 'export const FrameType = { hello: 1 } as const',
  'server/zoo-routes.ts': `export const zoo = new Elysia({ name: 'zoo' }).get('/zoo', () => true)`,
  'shared/relay/close-codes.ts': `const refusals = ['gone', 'shut'] as const satisfies readonly string[]`,
  'shared/circuit/frame.ts': 'export const FrameType = { ping: 7 } as const',
}

const PAGE = `# Protocol

## Routes
| route | answers |
| --- | --- |
| \`GET /health\` | |
| \`GET /v1/pets\` | |
| \`DELETE /v1/pets/:pet\` | |

## Refusals
| \`pet_gone\` | 404 | |

## Events
| \`fed\` | |

## Keeper frames
| \`hello\` | 1 | |

## Authority routes
| \`GET /zoo\` | |

## Relay closes
| \`gone\` | 4000 | |
| \`shut\` | 4001 | |

## Circuit frames
| \`ping\` | 7 | |

## Streams
| \`anything\` | is free here |
`

const at = (page: string): string[] => brokenBy(protocolDoc, { ...SOURCE, [PROTOCOL_PATH]: page })

test('a page with every route, code, event and frame is whole', () => {
  expect(at(PAGE)).toEqual([])
})

test('what the page leaves out is named at its heading, what it makes up at its row', () => {
  expect(at(PAGE.replace('| `GET /v1/pets` | |\n', ''))).toEqual([`${PROTOCOL_PATH}:3`])
  expect(at(PAGE.replace('`fed`', '`starved`'))).toEqual([`${PROTOCOL_PATH}:13`, `${PROTOCOL_PATH}:14`])
  expect(at(PAGE.replace('| 404 |', '| 409 |'))).toEqual([`${PROTOCOL_PATH}:10`, `${PROTOCOL_PATH}:11`])
  expect(at(PAGE.replace('| 1 |', '| 2 |'))).toEqual([`${PROTOCOL_PATH}:16`, `${PROTOCOL_PATH}:17`])
  expect(at('')).toHaveLength(10)
  expect(brokenBy(protocolDoc, SOURCE)).toHaveLength(10)
  expect(at(PAGE.replace('| 4001 |', '| 4002 |'))).toHaveLength(2)
  expect(brokenBy(protocolDoc, {})).toEqual([])
})

test('the settings on the page are the ones that daemon and authority read', async () => {
  const page = await Bun.file(join(import.meta.dir, '../..', PROTOCOL_PATH)).text()
  expect(page).toContain(describeConfig())
  expect(page).toContain(describeAuthority())
})
