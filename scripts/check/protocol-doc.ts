import { parse } from './module-facts.ts'
import { protocolFacts } from './protocol-facts.ts'
import type { Rule, Violation } from './rule.ts'
import { isTest, type Tree } from './tree.ts'

export const PROTOCOL_PATH = 'docs/PROTOCOL.md'

const SOURCES =
  /^(?:(?:daemon|server)\/(?:.*\/)?(?:[a-z-]+-)?routes\.ts|daemon\/keeper\/frames\.ts|shared\/(?:errors|wire\/event|circuit\/frame|relay\/close-codes)\.ts)$/

/** `docs/PROTOCOL.md` has every route, error code, event type, frame and close code, and none that is not there. */
export const protocolDoc: Rule = {
  name: 'protocol-doc',
  check(tree) {
    const sections = sectionsOf(tree.files.find(({ path }) => path === PROTOCOL_PATH)?.text ?? '')
    return Object.entries(protocolFacts(programsOf(tree))).flatMap(([heading, rows]) =>
      differences(heading, rows, sections.get(heading)),
    )
  },
}

function programsOf({ modules }: Tree): Map<string, unknown> {
  const sources = modules.filter(({ path }) => SOURCES.test(path) && !isTest(path))
  return new Map(sources.map(({ path, text }) => [path, parse(path, text).program]))
}

interface Section {
  /** Of the heading. */
  line: number
  rows: { text: string; line: number }[]
}

/** By heading of the second level; rows are those that begin with a name in backticks. */
function sectionsOf(text: string): Map<string, Section> {
  const sections = new Map<string, Section>()
  let current: Section | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading !== undefined) {
      current = { line: at + 1, rows: [] }
      sections.set(heading, current)
    } else if (line.startsWith('| `')) current?.rows.push({ text: line, line: at + 1 })
  }
  return sections
}

function differences(heading: string, rows: readonly string[], section: Section | undefined): Violation[] {
  const written = section?.rows ?? []
  const missing = rows
    .filter((row) => !written.some(({ text }) => text.startsWith(row)))
    .map((row) => ({ line: section?.line ?? 1, sentence: `“${heading}” has no row that begins with ${row}` }))
  const stray = written
    .filter(({ text }) => !rows.some((row) => text.startsWith(row)))
    .map(({ line }) => ({ line, sentence: `the source has no such row under “${heading}”` }))
  return [...missing, ...stray].map((difference) => ({ path: PROTOCOL_PATH, ...difference }))
}
