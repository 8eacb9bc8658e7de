import type { Rule } from './rule.ts'
import { isTestKit, lineAt } from './tree.ts'

const SITE = /(?:^|\/)(?:[a-z-]+-)?store\.ts$|^(?:daemon|server)\/db\/|^shared\/sqlite\/|^scripts\/bench\//
/** Keywords are upper case in this project, so that prose about deleting from a list is not SQL. */
const SQL =
  /\b(?:SELECT\s[\s\S]+?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:UNIQUE\s+|VIRTUAL\s+|TEMP\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\s|ALTER\s+TABLE\s|DROP\s+TABLE\s|PRAGMA\s+\w)/

/** The database is reached in stores and in db/, nowhere else. */
export const sqlSite: Rule = {
  name: 'sql-site',
  check({ modules }) {
    return modules
      .filter(({ path }) => !SITE.test(path) && !isTestKit(path))
      .flatMap(({ path, text, facts }) => {
        const statements = facts.strings.filter((piece) => SQL.test(piece.text))
        const drivers = facts.imports.filter(
          ({ specifier, typeOnly }) => specifier === 'bun:sqlite' && !typeOnly,
        )
        return [
          ...statements.map(({ offset }) => ({ offset, sentence: 'SQL belongs into a store' })),
          ...drivers.map(({ offset }) => ({ offset, sentence: 'bun:sqlite is opened in db/' })),
        ].map(({ offset, sentence }) => ({ path, line: lineAt(text, offset), sentence }))
      })
  },
}
