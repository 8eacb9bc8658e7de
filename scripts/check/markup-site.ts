import type { Rule } from './rule.ts'
import { isTestKit, lineAt } from './tree.ts'

const SITE = 'ui/transcript/sanitise.ts'
const MARKUP =
  /\b(?:innerHTML|outerHTML|srcdoc|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|setHTMLUnsafe|parseFromString)\b|\bdocument\.write(?:ln)?\b/g

/** Text becomes markup in one module, which cleans it: everything else makes elements. */
export const markupSite: Rule = {
  name: 'markup-site',
  check({ modules }) {
    return modules
      .filter(({ path }) => path.startsWith('ui/') && path !== SITE && !isTestKit(path))
      .flatMap(({ path, text, facts }) => {
        const isComment = (at: number): boolean =>
          facts.comments.some(({ offset, text: comment }) => at > offset && at < offset + comment.length + 2)
        return [...text.matchAll(MARKUP)]
          .filter(({ index }) => !isComment(index))
          .map(({ 0: name, index }) => ({
            path,
            line: lineAt(text, index),
            sentence: `${name}: text becomes markup in ${SITE} only`,
          }))
      })
  },
}
