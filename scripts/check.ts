/**
 * The rules of this project that a script can check, over every file that git tracks or would track. One line a
 * violation; exit 1 when there is any. `--write` brings `docs/LIMITS.md` up to date first; `--root DIR` is another
 * checkout.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clockSite } from './check/clock-site.ts'
import { environmentSite } from './check/environment-site.ts'
import { errorSite } from './check/error-site.ts'
import { exportRules } from './check/exports.ts'
import { fileLength, MEDIAN_LINES, medianLength } from './check/file-length.ts'
import { fileNames } from './check/file-names.ts'
import { importCycles } from './check/import-cycles.ts'
import { importDirections } from './check/import-directions.ts'
import { LIMITS_PATH, limitsDoc } from './check/limits-doc.ts'
import { limitsTable } from './check/limits-table.ts'
import { machinePaths } from './check/machine-paths.ts'
import { markupSite } from './check/markup-site.ts'
import { protocolDoc } from './check/protocol-doc.ts'
import { registryHosts } from './check/registry-hosts.ts'
import { routesWithoutDb } from './check/routes-without-db.ts'
import type { Rule } from './check/rule.ts'
import { sqlSite } from './check/sql-site.ts'
import { testFocus } from './check/test-focus.ts'
import { testsBeside } from './check/tests-beside.ts'
import { readTree } from './check/tree.ts'
import { typeboxSite } from './check/typebox-site.ts'
import { unfinished } from './check/unfinished.ts'

const RULES: readonly Rule[] = [
  clockSite,
  environmentSite,
  errorSite,
  exportRules,
  fileLength,
  fileNames,
  importCycles,
  importDirections,
  machinePaths,
  markupSite,
  protocolDoc,
  registryHosts,
  routesWithoutDb,
  sqlSite,
  testFocus,
  testsBeside,
  typeboxSite,
  unfinished,
]

const { values: options } = parseArgs({ options: { write: { type: 'boolean' }, root: { type: 'string' } } })
const root = resolve(options.root ?? join(import.meta.dir, '..'))
let tree = readTree(root)
const limits = await limitsTable(root, tree)
if (options.write) {
  await Bun.write(join(root, LIMITS_PATH), limits)
  tree = readTree(root)
}

let broken = 0
for (const rule of [...RULES, limitsDoc(limits)]) {
  for (const { path, line, sentence } of rule.check(tree)) {
    console.log(`${path}:${line}: ${rule.name}: ${sentence}`)
    broken++
  }
}
const median = medianLength(tree)
console.log(
  `${tree.files.length} files, median ${median} lines (goal under ${MEDIAN_LINES}), ${broken} violations`,
)
process.exitCode = broken === 0 ? 0 : 1
