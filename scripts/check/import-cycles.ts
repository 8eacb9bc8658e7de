/** No module needs itself to load. Types vanish before loading, so `import type` may point back. */
import type { Rule, Violation } from './rule.ts'
import { lineAt, type Module } from './tree.ts'

export const importCycles: Rule = {
  name: 'import-cycles',
  check({ modules }) {
    const byPath = new Map(modules.map((module) => [module.path, module]))
    const done = new Set<string>()
    const found: Violation[] = []
    const visit = (module: Module, way: readonly string[]): void => {
      if (done.has(module.path)) return
      const here = [...way, module.path]
      for (const { target, typeOnly, dynamic, offset } of module.facts.imports) {
        const next = target !== null && !typeOnly && !dynamic ? byPath.get(target) : undefined
        if (!next) continue
        const first = here.indexOf(next.path)
        if (first === -1) {
          visit(next, here)
          continue
        }
        const sentence = [...here.slice(first), next.path].join(' → ')
        found.push({ path: module.path, line: lineAt(module.text, offset), sentence })
      }
      done.add(module.path)
    }
    for (const module of modules) visit(module, [])
    return found
  },
}
